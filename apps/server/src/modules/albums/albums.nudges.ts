import type { Tx } from '../../platform/database/database.ts';
import { type Live, type Nudge, personRoom } from '../../platform/live/live.ts';
import { listOwned } from '../access/index.ts';
import { readersOfAlbums } from './albums.policies.ts';

/** Who hears of an album is asked at the moment of telling: whoever was removed hears nothing more. */
export function createAlbumNudges(live: Live) {
  const peopleOf = async (tx: Tx, albumId: string): Promise<string[]> => [
    ...new Set((await listOwned(tx, readersOfAlbums([albumId]))).map((row) => row.ownerId)),
  ];
  const tell = (tx: Tx, userIds: string[], nudge: Omit<Nudge, 'rooms'>) =>
    live.send(tx, [{ ...nudge, rooms: [...new Set(userIds)].map(personRoom) }]);
  const albums = { namespace: 'notification' as const, event: 'notification', payload: { topic: 'albums' } };
  return {
    /** These people's lists of albums are not what they were. */
    tellPeople: (tx: Tx, userIds: string[]) => tell(tx, userIds, albums),
    /** Its owner, its organisation and those it is shared with look again; `others` too, who are none of these (any more, or yet). */
    tellOf: async (tx: Tx, albumId: string, others: string[] = []) => tell(tx, [...(await peopleOf(tx, albumId)), ...others], albums),
    /** What people could see they may not see any more, as far as other processes are concerned. */
    revoke: (tx: Tx) => live.revoke(tx),
    tellContent: async (tx: Tx, albumId: string) =>
      tell(tx, await peopleOf(tx, albumId), { namespace: 'media', event: 'albumUpdate', payload: { albumId } }),
  };
}

export type AlbumNudges = ReturnType<typeof createAlbumNudges>;
