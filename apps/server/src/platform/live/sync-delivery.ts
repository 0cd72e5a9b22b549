import type { SyncMessage } from '@vitrine/contract';
import type { Nudge } from './live.ts';

/** Adds data to a sync message that does not fit into a notification of the database. */
export type CompleteSyncMessage = (message: SyncMessage) => Promise<SyncMessage>;

export type SyncNudge = Nudge & { payload: SyncMessage };

/** Time that a message may take to be completed. Later messages wait for it, and screens request what a message lacks. */
const COMPLETE_TIMEOUT_MS = 2000;

/** Completes sync messages at the same time and sends them in the order of their arrival, because each builds on the previous one. */
export function createSyncDelivery(complete: CompleteSyncMessage, send: (nudge: Nudge) => void): (nudge: SyncNudge) => void {
  let previous: Promise<void> = Promise.resolve();
  return (nudge) => {
    const completed = completeInTime(complete, nudge.payload);
    previous = previous.then(async () => send({ ...nudge, payload: await completed }));
  };
}

/** Returns the message as it is when it can't be completed, or not in time. */
function completeInTime(complete: CompleteSyncMessage, message: SyncMessage): Promise<SyncMessage> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(message), COMPLETE_TIMEOUT_MS);
    complete(message)
      .then(resolve, () => resolve(message))
      .finally(() => clearTimeout(timer));
  });
}
