import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Media } from '@vitrine/contract/media';
import { useState } from 'react';
import { messageOf } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { rotateMedia } from '../api/media-changes.ts';
import { largeUrl } from '../large-url.ts';
import { mediaChanged } from '../media-changed.ts';

const LARGEST_TURN = 270;

/** A turn that is only looked at until it is saved. It belongs to one picture as it is now: another, or the saved one, starts straight. */
export function useRotation(media: Media | undefined) {
  const client = useQueryClient();
  const key = media?.mediaFile.key;
  const [turned, setTurned] = useState({ key, angle: 0 });
  const angle = turned.key === key ? turned.angle : 0;
  const save = useMutation({
    mutationFn: async (mediaId: string) => {
      const { result, message } = await rotateMedia(mediaId, angle);
      // Shown straight away in place of the one that was turned on the page.
      await loaded(largeUrl(result.mediaFile.key));
      return { result, message };
    },
    onSuccess: ({ result, message }) => {
      mediaChanged(client, [result.albumId]);
      toast.success(message ?? 'The rotation was saved.');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return {
    /** Clockwise degrees on the page, on top of what is saved. */
    angle,
    isSaving: save.isPending,
    turn(step: number) {
      const next = angle + step;
      setTurned({ key, angle: Math.abs(next) > LARGEST_TURN ? 0 : next });
    },
    save: () => media && save.mutate(media._id),
  };
}

function loaded(url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  return picture.decode().catch(() => undefined);
}
