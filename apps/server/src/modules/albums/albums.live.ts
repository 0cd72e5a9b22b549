import type { Tx } from '../../platform/database/database.ts';
import { getPersonRoom, type Live, type Nudge } from '../../platform/live/live.ts';
import { listOwnerRows } from '../access/index.ts';
import { albumReaders } from './album-access.read-model.ts';

/** Who hears of an album is asked at the moment of telling: whoever was removed hears nothing more. */
export function createAlbumNotifier(live: Live) {
  const listReaders = async (tx: Tx, albumId: string): Promise<string[]> => [
    ...new Set((await listOwnerRows(tx, albumReaders([albumId]))).map((row) => row.ownerId)),
  ];
  const notify = (tx: Tx, userIds: string[], nudge: Omit<Nudge, 'rooms'>) =>
    live.send(tx, [{ ...nudge, rooms: [...new Set(userIds)].map(getPersonRoom) }]);
  const albums = { namespace: 'notification' as const, event: 'notification', payload: { topic: 'albums' } };
  return {
    /** These people's lists of albums are not what they were. */
    notifyPeople: (tx: Tx, userIds: string[]) => notify(tx, userIds, albums),
    /** Its owner, its organisation and those it is shared with look again; `others` too, who are none of these (any more, or yet). */
    notifyReaders: async (tx: Tx, albumId: string, others: string[] = []) =>
      notify(tx, [...(await listReaders(tx, albumId)), ...others], albums),
    /** What people could see they may not see any more, as far as other processes are concerned. */
    revokeAccess: (tx: Tx) => live.revoke(tx),
    notifyContentChanged: async (tx: Tx, albumId: string) =>
      notify(tx, await listReaders(tx, albumId), { namespace: 'media', event: 'albumUpdate', payload: { albumId } }),
  };
}

export type AlbumNotifier = ReturnType<typeof createAlbumNotifier>;
