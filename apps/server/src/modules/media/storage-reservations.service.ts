import { LIMITS } from '@vitrine/contract';
import { allowAsyncCommit, autocommit, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, listOwnerRows, type Person } from '../access/index.ts';
import { albumWriters, assertAlbumCapacity, findAlbumStorageScope, listOrganisationAlbumIds, lockAlbumContents } from '../albums/index.ts';
import {
  deleteReservation,
  deleteReservationsByUser,
  deleteReservationsExcept,
  type EntitlementsService,
  extendReservation,
  insertReservation,
  type LockedOwner,
  lockAndCountReservations,
  sumReservations,
} from '../entitlements/index.ts';
import type { OwnerScope } from '../organisations/index.ts';
import type { MediaDeps } from './media.deps.ts';

export interface ReservationRequest {
  albumId: string | null;
  sizeBytes: number;
  /** How long the promise holds unless it is extended. */
  minutes: number;
}

/** Room is promised before the first byte flows, so that an upload that cannot end well does not begin. */
export function createStorageReservations({ db, storage, entitlements }: Pick<MediaDeps, 'db' | 'storage' | 'entitlements'>) {
  return {
    /** Reserves space and returns the reservation's id, which is also the future file's. FILE_TOO_LARGE, STORAGE_FULL, TOO_MANY_UPLOADS. */
    async reserve(actor: Person, { albumId, sizeBytes, minutes }: ReservationRequest): Promise<string> {
      if (sizeBytes > LIMITS.fileBytes) throw new AppError('FILE_TOO_LARGE');
      await storage.assertFreeSpace(sizeBytes);
      return db.transaction().execute(async (tx) => {
        if (albumId) await authorize(tx, actor, 'album.addMedia', [albumId]);
        // A lost reservation must be requested again: the upload starts over.
        await allowAsyncCommit(tx);
        const { ownerId, usedBytes } = await lockStorageOwner(tx, entitlements, albumId, actor.userId);
        // Two people may fill one album at the same time.
        const album = albumId ? await lockAlbumContents(tx, albumId) : undefined;
        const promised = await sumReservations(tx, ownerId, albumId);
        await entitlements.assertStorageQuota(tx, ownerId, usedBytes + promised.account + sizeBytes);
        if (albumId) assertAlbumCapacity(sizeBytes, (album?.size_bytes ?? 0) + promised.album);
        if ((await lockAndCountReservations(tx, actor.userId)) >= LIMITS.openUploads) throw new AppError('TOO_MANY_UPLOADS');
        const id = newId();
        await insertReservation(tx, { id, user_id: actor.userId, payer_id: ownerId, album_id: albumId, size_bytes: sizeBytes }, minutes);
        return id;
      });
    },
    extend: async (id: string, minutes: number): Promise<void> => {
      await extendReservation(autocommit(db), id, minutes);
    },
    /** Releases the reservations of accounts that may no longer add to the album. */
    releaseForbidden: async (tx: Tx, albumId: string): Promise<void> => {
      const adders = await listOwnerRows(tx, albumWriters([albumId]));
      await deleteReservationsExcept(
        tx,
        albumId,
        adders.map((adder) => adder.ownerId),
      );
    },
    /** Releases a former member's reservations for the family's albums. */
    releaseByMember: async (tx: Tx, orgId: string, userId: string): Promise<void> =>
      void (await deleteReservationsByUser(tx, await listOrganisationAlbumIds(tx, orgId), userId)),

    release: async (id: string): Promise<void> => {
      await deleteReservation(autocommit(db), id);
    },
  };
}

export type StorageReservations = ReturnType<typeof createStorageReservations>;

/** Refuses when an upload turned out larger than what it was promised. */
export function assertWithinReservation(sizeBytes: number, promisedBytes: number): void {
  if (sizeBytes > promisedBytes) throw new AppError('FILE_TOO_LARGE');
}

/**
 * Locks the account whose storage is used when this account adds media to the album, or uploads without one, until the transaction ends. The owner is checked
 * again under the lock, because the family may have been handed over, dissolved or left in the meantime.
 */
export async function lockStorageOwner(
  tx: Tx,
  { tryHold }: Pick<EntitlementsService, 'tryHold'>,
  albumId: string | null,
  userId: string,
): Promise<LockedOwner> {
  const find = async (): Promise<OwnerScope> => (albumId === null ? { userId } : findAlbumStorageScope(tx, albumId, userId));
  // Each round needs a permanent change elsewhere, so there are few.
  for (let rounds = 0; rounds < 5; rounds++) {
    const scope = await find();
    const held = await tryHold(tx, scope);
    if (held && (await find()).orgId === scope.orgId) return held;
  }
  throw new AppError('NOT_FOUND');
}
