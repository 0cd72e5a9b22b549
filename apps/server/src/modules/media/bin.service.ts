import type { BinnedAlbum, BinnedMedia, purgeBody, restoreBody } from '@vitrine/contract';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockDeleted, presentCover } from '../albums/index.ts';
import { listOrganisationIds } from '../organisations/index.ts';
import { type BinnedAlbumRow, listDeleted } from './binned-albums.read-model.ts';
import type { Bin } from './media.bin.ts';
import type { MediaDeps } from './media.deps.ts';

const PURGED_AT_ONCE = 300;

const presentBinnedAlbum = (row: BinnedAlbumRow): BinnedAlbum => ({
  _id: row.id,
  name: row.name,
  mediaCount: row.media_count,
  size: row.size_bytes,
  thumbnail: presentCover(row),
  deletedAt: row.deleted_at.toISOString(),
});

/** What was deleted, of one person: to look at, to bring back, or to be rid of. */
export function createBinService({ db, albums }: Pick<MediaDeps, 'db' | 'albums'>, media: Bin) {
  /** What a member of an organisation deleted lies in the bin of whoever made it, and is theirs to bring back all the same. */
  const lockOwnDeleted = async (tx: Tx, userId: string, ids: string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const wanted = new Set(ids);
    const orgIds = await listOrganisationIds(tx, userId);
    const isTheirs = (album: { created_by: string; org_id: string | null }) =>
      album.created_by === userId || (album.org_id !== null && orgIds.includes(album.org_id));
    const deleted = (await lockDeleted(tx, [...wanted])).filter(isTheirs);
    if (deleted.length !== wanted.size) throw new AppError('NOT_FOUND');
    return deleted.map((album) => album.id);
  };

  const assertOwnMedia = async (tx: Tx, userId: string, ids: string[]): Promise<void> => {
    const owned = (await media.findBinnedOwners(tx, ids)).filter((row) => row.ownerId === userId);
    if (owned.length !== new Set(ids).size) throw new AppError('NOT_FOUND');
  };

  const purgeAll = async (tx: Tx, userId: string): Promise<void> => {
    await albums.purge(
      tx,
      await lockOwnDeleted(
        tx,
        userId,
        (await listDeleted(tx, userId)).map((album) => album.id),
      ),
    );
    for (;;) {
      const rest = await media.listBinned(tx, userId, { page: 1, dataPerPage: PURGED_AT_ONCE });
      if (rest.length === 0) return;
      await media.purgeMedia(
        tx,
        rest.map((entry) => entry._id),
      );
    }
  };

  return {
    async list(
      actor: Person,
      userId: string,
      page: { page: number; dataPerPage: number },
    ): Promise<{ albums: BinnedAlbum[]; medias: BinnedMedia[] }> {
      await authorize(db, actor, 'account.read', [userId]);
      const deleted = page.page === 1 ? await listDeleted(db, userId) : [];
      return { albums: deleted.map(presentBinnedAlbum), medias: await media.listBinned(db, userId, page) };
    },

    /** Albums first: their media may be among those asked for. */
    restore: (actor: Person, userId: string, { mediaIdArr, albumIdArr }: z.infer<typeof restoreBody>): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        for (const id of await lockOwnDeleted(tx, userId, albumIdArr)) await albums.restore(tx, id);
        // Asks for each album whether this person may.
        await media.restoreMedia(tx, actor, mediaIdArr);
      }),

    purge: (actor: Person, userId: string, { mediaIdArr, albumIdArr, all }: z.infer<typeof purgeBody>): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        if (all) return purgeAll(tx, userId);
        await albums.purge(tx, await lockOwnDeleted(tx, userId, albumIdArr));
        await assertOwnMedia(tx, userId, mediaIdArr);
        await media.purgeMedia(tx, mediaIdArr);
      }),
  };
}

export type BinService = ReturnType<typeof createBinService>;
