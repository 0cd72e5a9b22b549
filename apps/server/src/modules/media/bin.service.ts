import type { BinnedAlbum, BinnedMedia, purgeBody, restoreBody } from '@vitrine/contract';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { presentCover } from '../albums/index.ts';
import { lockAccounts } from '../entitlements/index.ts';
import { authorizeCreate, authorizeList, listOrganisationIds, type OwnerScope } from '../organisations/index.ts';
import { listBinFileOwners } from './bin.read-model.ts';
import { type BinnedAlbumRow, listDeletedAlbums } from './binned-albums.read-model.ts';
import type { BinOperations } from './media.bin.ts';
import type { MediaDeps } from './media.deps.ts';

const BATCH_SIZE = 300;

const presentBinnedAlbum = (row: BinnedAlbumRow): BinnedAlbum => ({
  _id: row.id,
  name: row.name,
  mediaCount: row.media_count,
  size: row.size_bytes,
  thumbnail: presentCover(row),
  deletedAt: row.deleted_at.toISOString(),
});

interface OwnedObject {
  ownerId: string;
  orgId: string | null;
}

/** What was deleted, of one person or their family: to look at, to bring back, or to be rid of. */
export function createBinService({ db, albums }: Pick<MediaDeps, 'db' | 'albums'>, media: BinOperations) {
  /** What belongs to a family is its members' to bring back and to be rid of. */
  const createOwnershipCheck = async (tx: Tx, userId: string): Promise<(thing: OwnedObject) => boolean> => {
    const orgIds = await listOrganisationIds(tx, userId);
    return ({ ownerId, orgId }) => ownerId === userId || (orgId !== null && orgIds.includes(orgId));
  };

  const lockOwnDeletedAlbums = async (tx: Tx, userId: string, ids: string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const wanted = new Set(ids);
    const isTheirs = await createOwnershipCheck(tx, userId);
    const deleted = (await albums.lockDeletedAlbums(tx, [...wanted])).filter((album) =>
      isTheirs({ ownerId: album.created_by, orgId: album.org_id }),
    );
    if (deleted.length !== wanted.size) throw new AppError('NOT_FOUND');
    return deleted.map((album) => album.id);
  };

  const assertOwnMedia = async (tx: Tx, userId: string, ids: string[]): Promise<void> => {
    const isTheirs = await createOwnershipCheck(tx, userId);
    const owned = (await media.listBinnedOwners(tx, ids)).filter(isTheirs);
    if (owned.length !== new Set(ids).size) throw new AppError('NOT_FOUND');
  };

  const forEachBinnedBatch = async (tx: Tx, whose: OwnerScope, act: (ids: string[]) => Promise<void>): Promise<void> => {
    for (;;) {
      const rest = await media.listBinned(tx, whose, { page: 1, dataPerPage: BATCH_SIZE });
      if (rest.length === 0) return;
      await act(rest.map((entry) => entry._id));
    }
  };

  const purgeAll = async (tx: Tx, whose: OwnerScope): Promise<void> => {
    await lockAccounts(tx, await listBinFileOwners(tx, whose));
    const deleted = await listDeletedAlbums(tx, whose);
    await albums.purge(
      tx,
      await lockOwnDeletedAlbums(
        tx,
        whose.userId,
        deleted.map((album) => album.id),
      ),
    );
    await forEachBinnedBatch(tx, whose, (ids) => media.purgeMedia(tx, ids));
  };

  const restoreAlbums = async (tx: Tx, userId: string, ids: string[]): Promise<void> => {
    for (const id of await lockOwnDeletedAlbums(tx, userId, ids)) await albums.restore(tx, id);
  };

  const restoreAll = async (tx: Tx, actor: Person, whose: OwnerScope): Promise<void> => {
    const deleted = await listDeletedAlbums(tx, whose);
    await restoreAlbums(
      tx,
      whose.userId,
      deleted.map((album) => album.id),
    );
    await forEachBinnedBatch(tx, whose, (ids) => media.restoreMedia(tx, actor, ids));
  };

  return {
    async list(
      actor: Person,
      asked: OwnerScope,
      page: { page: number; dataPerPage: number },
    ): Promise<{ albums: BinnedAlbum[]; medias: BinnedMedia[] }> {
      const whose = await authorizeList(db, actor, asked);
      const deleted = page.page === 1 ? await listDeletedAlbums(db, whose) : [];
      return { albums: deleted.map(presentBinnedAlbum), medias: await media.listBinned(db, whose, page) };
    },

    /** Albums first: their media may be among those asked for. */
    restore: (actor: Person, userId: string, { mediaIdArr, albumIdArr, all, orgId }: z.infer<typeof restoreBody>): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        if (all) return restoreAll(tx, actor, await authorizeList(tx, actor, { userId, orgId }));
        await restoreAlbums(tx, userId, albumIdArr);
        // Asks for each album whether this person may.
        await media.restoreMedia(tx, actor, mediaIdArr);
      }),

    purge: (actor: Person, userId: string, { mediaIdArr, albumIdArr, all, orgId }: z.infer<typeof purgeBody>): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorizeCreate(tx, actor, { userId, orgId });
        if (all) return purgeAll(tx, { userId, orgId });
        // All at once: albums and media of the bin may take the storage of the same people.
        await lockAccounts(tx, await media.listFileOwners(tx, { albumIds: albumIdArr, mediaIds: mediaIdArr }));
        await albums.purge(tx, await lockOwnDeletedAlbums(tx, userId, albumIdArr));
        await assertOwnMedia(tx, userId, mediaIdArr);
        await media.purgeMedia(tx, mediaIdArr);
      }),
  };
}

export type BinService = ReturnType<typeof createBinService>;
