import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';

/** What became of a media that is being processed, so far. */
export type ProcessingOutcome = Pick<Media, 'status' | 'failureReason'>;

/** As the live link tells it: its message is the reason where there is one to give. */
export const toProcessingOutcome = (status: number, message: string): ProcessingOutcome => ({
  status,
  failureReason: status === MEDIA_STATUS.failed ? message : null,
});

const listeners = new Set<() => void>();

/** Media have changed: pictures that were not there may be there now. */
export function notifyPicturesChanged(): void {
  for (const listener of listeners) listener();
}

export function onPicturesChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
