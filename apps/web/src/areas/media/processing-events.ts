import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';

/** Current outcome of a media's processing. */
export type ProcessingOutcome = Pick<Media, 'status' | 'failureReason'>;

/** Returns the outcome that a live event reports. Its message is the reason of a failure. */
export const toProcessingOutcome = (status: number, message: string): ProcessingOutcome => ({
  status,
  failureReason: status === MEDIA_STATUS.failed ? message : null,
});

const listeners = new Set<() => void>();

/** Notifies listeners that media have changed, so that missing photos may now be available. */
export function notifyPicturesChanged(): void {
  for (const listener of listeners) listener();
}

export function onPicturesChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
