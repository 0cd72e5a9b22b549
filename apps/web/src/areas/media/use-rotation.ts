import type { Media } from '@vitrine/contract/media';
import { useState } from 'react';
import { getErrorMessage } from '../../lib/app-error.ts';
import { toast } from '../../ui/toast-store.ts';
import { useRotateMedia } from './api/media-mutations.ts';

const MAX_TURN_DEGREES = 270;

/** Turns that are only looked at until they are saved. Each belongs to one picture as it is now: the saved one starts straight. */
export function useRotation(albumId: string) {
  const [turned, setTurned] = useState<ReadonlyMap<string, number>>(new Map());
  const put = (key: string, angle: number) =>
    setTurned((before) => new Map([...before].filter(([other]) => other !== key).concat(angle === 0 ? [] : [[key, angle]])));
  const save = useRotateMedia(albumId, {
    onSuccess: ({ message }, { key }, refreshed) => {
      toast.success(message ?? 'Rotation saved.');
      // Not sooner than the turned picture is there in its place.
      void refreshed.then(() => put(key, 0));
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  /** Clockwise degrees on the page, on top of what is saved. */
  const angleOf = ({ mediaFile }: Media) => turned.get(mediaFile.key) ?? 0;
  return {
    angleOf,
    isSaving: save.isPending,
    turn(media: Media, step: number) {
      const next = angleOf(media) + step;
      put(media.mediaFile.key, Math.abs(next) > MAX_TURN_DEGREES ? 0 : next);
    },
    save: (media: Media) => save.mutate({ mediaId: media._id, key: media.mediaFile.key, angle: angleOf(media) }),
  };
}

export type Rotation = ReturnType<typeof useRotation>;
