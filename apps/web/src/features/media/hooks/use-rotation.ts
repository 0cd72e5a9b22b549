import type { Media } from '@vitrine/contract/media';
import { useState } from 'react';
import { messageOf } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useRotateMedia } from '../api/media-mutations.ts';

const LARGEST_TURN = 270;

/** A turn that is only looked at until it is saved. It belongs to one picture as it is now: another, or the saved one, starts straight. */
export function useRotation(media: Media | undefined) {
  const key = media?.mediaFile.key;
  const [turned, setTurned] = useState({ key, angle: 0 });
  const angle = turned.key === key ? turned.angle : 0;
  const save = useRotateMedia(media?.albumId ?? '', {
    onSuccess: ({ message }) => {
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
    save: () => media && save.mutate({ mediaId: media._id, angle }),
  };
}
