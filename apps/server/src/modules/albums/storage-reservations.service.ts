import { LIMITS } from '@vitrine/contract';
import { allowAsyncCommit, autocommit, type Db, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, listOwnerRows, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import {
  deleteReservation,
  deleteReservationsByUser,
  deleteReservationsExcept,
  type EntitlementsService,
  extendReservation,
  insertAnnouncement,
  insertReservation,
  type LockedOwner,
  lockAndSumReservations,
  redeemReservation,
} from '../entitlements/index.ts';
import { findBillingOwner, type OwnerScope } from '../organisations/index.ts';
import { albumWriters } from './album-access.read-model.ts';
import { findAlbumStorageScope } from './albums.read-model.ts';
import { assertAlbumCapacity } from './albums.rules.ts';
import { listOrganisationAlbumIds, lockAlbumContents } from './albums.store.ts';

export interface ReservationRequest {
  /** Id of the album that the file is added to; null for a file without an album. */
  albumId: string | null;
  sizeBytes: number;
  /** Lifetime of the reservation unless it is extended. */
  minutes: number;
}

type ReservationsDeps = Pick<Platform, 'db' | 'storage'> & { entitlements: EntitlementsService };

/** A file whose bytes count against the limits of an account and of an album. */
interface CountedFile {
  ownerId: string;
  userId: string;
  albumId: string | null;
  sizeBytes: number;
}

/** Reserves storage before the first byte is received, so that an upload that does not fit is rejected at once. */
export function createStorageReservations({ db, storage, entitlements }: ReservationsDeps) {
  /** Reserves space and returns the reservation's id, which is also the future file's. FILE_TOO_LARGE, STORAGE_FULL, TOO_MANY_UPLOADS. */
  const reserve = async (actor: Person, { albumId, sizeBytes, minutes }: ReservationRequest): Promise<string> => {
    if (sizeBytes > LIMITS.fileBytes) throw new AppError('FILE_TOO_LARGE');
    await storage.assertFreeSpace(sizeBytes);
    return db.transaction().execute(async (tx) => {
      if (albumId) await authorize(tx, actor, 'album.addMedia', [albumId]);
      // A lost reservation must be requested again: the upload starts over.
      await allowAsyncCommit(tx);
      const ownerId = await shareStorageOwner(tx, albumId, actor.userId);
      const limitBytes = await entitlements.findStorageLimit(tx, ownerId);
      // Two people may fill one album at the same time.
      const album = albumId ? await lockAlbumContents(tx, albumId) : undefined;
      const sums = await lockAndSumReservations(tx, { payerId: ownerId, userId: actor.userId, albumId });
      if (sums.account + sizeBytes > limitBytes) throw new AppError('QUOTA_EXCEEDED');
      if (albumId) assertAlbumCapacity(sizeBytes, (album?.size_bytes ?? 0) + sums.album);
      if (sums.openUploads >= LIMITS.openUploads) throw new AppError('TOO_MANY_UPLOADS');
      const id = newId();
      await insertReservation(tx, { id, user_id: actor.userId, payer_id: ownerId, album_id: albumId, size_bytes: sizeBytes }, minutes);
      return id;
    });
  };

  /**
   * Records that the bytes of a small file are about to be stored, without checking any limit. Returns the id of the future file. If the process ends before the
   * file is recorded, the bytes are deleted after this time.
   */
  const announce = async (actor: Person, minutes: number): Promise<string> => {
    const id = newId();
    await insertAnnouncement(autocommit(db), { id, userId: actor.userId }, minutes);
    return id;
  };

  const assertFits = async (tx: Tx, { ownerId, userId, albumId, sizeBytes }: CountedFile, albumBytes: number): Promise<void> => {
    const limitBytes = await entitlements.findStorageLimit(tx, ownerId);
    const sums = await lockAndSumReservations(tx, { payerId: ownerId, userId, albumId });
    // The file is already counted for the account.
    if (sums.account > limitBytes) throw new AppError('QUOTA_EXCEEDED');
    if (albumId) assertAlbumCapacity(sizeBytes, albumBytes + sums.album);
  };

  /**
   * Turns the reservation of an upload into stored bytes. The caller shares the account and has locked the album's content, to which the file is not added
   * yet. When the reservation has ended, the file is stored only if it still fits. PLAN_ENDED, QUOTA_EXCEEDED, ALBUM_FULL.
   */
  const redeem = async (tx: Tx, id: string, file: CountedFile, albumBytes: number): Promise<void> => {
    const isReserved = await redeemReservation(tx, { id, userId: file.ownerId, sizeBytes: file.sizeBytes });
    if (!isReserved) await assertFits(tx, file, albumBytes);
  };

  /** As `redeem`, for a file that was announced. */
  const redeemAnnounced = async (tx: Tx, id: string, file: CountedFile, albumBytes: number): Promise<void> => {
    await redeemReservation(tx, { id, userId: file.ownerId, sizeBytes: file.sizeBytes });
    await assertFits(tx, file, albumBytes);
  };

  const extend = async (id: string, minutes: number): Promise<void> => {
    await extendReservation(autocommit(db), id, minutes);
  };

  const release = async (id: string): Promise<void> => {
    await deleteReservation(autocommit(db), id);
  };

  /**
   * Locks the account whose storage is used when this account adds media to the album, or uploads without one, until the transaction ends. The owner is
   * checked again under the lock, because the family may have been handed over, dissolved or left in the meantime.
   */
  const lockOwnerWith = async <T>(
    tx: Tx,
    { albumId, userId }: { albumId: string | null; userId: string },
    lock: (tx: Tx, scope: OwnerScope) => Promise<T | undefined>,
  ): Promise<T> => {
    const findScope = async (): Promise<OwnerScope> => (albumId === null ? { userId } : findAlbumStorageScope(tx, albumId, userId));
    // Each attempt needs a permanent change elsewhere, so there are few.
    for (let attempts = 0; attempts < 5; attempts++) {
      const scope = await findScope();
      const locked = await lock(tx, scope);
      if (locked !== undefined && (await findScope()).orgId === scope.orgId) return locked;
    }
    throw new AppError('NOT_FOUND');
  };

  const lockStorageOwner = (tx: Tx, albumId: string | null, userId: string): Promise<LockedOwner> =>
    lockOwnerWith(tx, { albumId, userId }, entitlements.tryHold);

  /** As `lockStorageOwner`, together with other uploads. Returns the id of the account. The transaction must not lock the account otherwise. */
  const shareStorageOwner = (tx: Tx, albumId: string | null, userId: string): Promise<string> =>
    lockOwnerWith(tx, { albumId, userId }, entitlements.tryShare);

  return { reserve, announce, redeem, redeemAnnounced, extend, release, lockStorageOwner, shareStorageOwner };
}

export type StorageReservations = ReturnType<typeof createStorageReservations>;

/** Releases the reservations of accounts that may no longer add to the album. */
export async function releaseForbiddenReservations(tx: Tx, albumId: string): Promise<void> {
  const writers = await listOwnerRows(tx, albumWriters([albumId]));
  await deleteReservationsExcept(
    tx,
    albumId,
    writers.map((writer) => writer.ownerId),
  );
}

/** Releases a former member's reservations for the family's albums. */
export async function releaseReservationsByMember(tx: Tx, orgId: string, userId: string): Promise<void> {
  await deleteReservationsByUser(tx, await listOrganisationAlbumIds(tx, orgId), userId);
}

/** Rejects an upload that turned out to be larger than its reservation. FILE_TOO_LARGE. */
export function assertWithinReservation(sizeBytes: number, reservedBytes: number): void {
  if (sizeBytes > reservedBytes) throw new AppError('FILE_TOO_LARGE');
}

/**
 * Owner scope of files: an account's own albums, or those of the family it owns. No file is shown in both, so that a family can be handed over with exactly
 * its files.
 */
export interface FileOwnerScope {
  ownerId: string;
  orgId: string | null;
}

/** Returns the owner scope of files that this account adds to the album. NOT_FOUND. */
export async function findFileOwnerScope(db: Db, albumId: string, userId: string): Promise<FileOwnerScope> {
  const scope = await findAlbumStorageScope(db, albumId, userId);
  const ownerId = await findBillingOwner(db, scope);
  if (ownerId === undefined) throw new AppError('NOT_FOUND');
  return { ownerId, orgId: scope.orgId ?? null };
}
