import type { Tx } from '../../platform/database/database.ts';
import { getPersonRoom, type Live, type Nudge } from '../../platform/live/live.ts';
import { listOwnerRows } from '../access/index.ts';
import { albumReaders } from './album-access.read-model.ts';

/** Live events about albums. The recipients are determined when an event is sent, so that removed people receive nothing. */
export function createAlbumNotifier(live: Live) {
  const listReaders = async (tx: Tx, albumId: string): Promise<string[]> => [
    ...new Set((await listOwnerRows(tx, albumReaders([albumId]))).map((row) => row.ownerId)),
  ];
  const notify = (tx: Tx, userIds: string[], nudge: Omit<Nudge, 'rooms'>) =>
    live.send(tx, [{ ...nudge, rooms: [...new Set(userIds)].map(getPersonRoom) }]);
  const albums = { namespace: 'notification' as const, event: 'notification', payload: { topic: 'albums' } };
  return {
    /** Notifies these accounts that their list of albums changed. */
    notifyPeople: (tx: Tx, userIds: string[]) => notify(tx, userIds, albums),
    /** Notifies the owner, the organisation and the people it is shared with; `others` are accounts that just lost access or do not have it yet. */
    notifyReaders: async (tx: Tx, albumId: string, others: string[] = []) =>
      notify(tx, [...(await listReaders(tx, albumId)), ...others], albums),
    /** Invalidates cached grants in other processes. */
    revokeAccess: (tx: Tx) => live.revoke(tx),
    notifyContentChanged: async (tx: Tx, albumId: string) =>
      notify(tx, await listReaders(tx, albumId), { namespace: 'media', event: 'albumUpdate', payload: { albumId } }),
  };
}

export type AlbumNotifier = ReturnType<typeof createAlbumNotifier>;
