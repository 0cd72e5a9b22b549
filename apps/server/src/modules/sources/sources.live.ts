import type { Tx } from '../../platform/database/database.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';

/** Returns a function that notifies the owner's pages that a source changed. */
export const createSourceNudge = (live: Live) => (tx: Tx, ownerId: string) =>
  live.send(tx, [{ namespace: 'notification', rooms: [getPersonRoom(ownerId)], event: 'notification', payload: { topic: 'sources' } }]);
