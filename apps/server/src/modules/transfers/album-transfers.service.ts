import { MESSAGES } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, type Person } from '../access/index.ts';
import { type AlbumsApi, assertAlbumCapacity, findFileOwnerScope, lockAlbumContents } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { lockAccounts, sumReservations } from '../entitlements/index.ts';
import { type FilesApi, listOwnOriginals } from '../files/index.ts';
import {
  allocatePositions,
  enqueueMediaJob,
  groupMediaByAlbum,
  handleMediaRemoved,
  insertMediaCopies,
  lockMediaOfAlbum,
  type MediaCopy,
  sortByCaptureTime,
  updateMediaAlbum,
  updateMediaFiles,
} from '../media/index.ts';
import {
  createOwnershipTransfer,
  type IncomingFiles,
  type OwnershipTransferDeps,
  type PrepareTransfer,
} from './ownership-transfer.service.ts';
import { listSourceMedia, type SourceMedia } from './transfer-sources.read-model.ts';

type TransfersDeps = OwnershipTransferDeps &
  Pick<Platform, 'queue' | 'emit'> & { albums: Pick<AlbumsApi, 'contentChanged'>; files: Pick<FilesApi, 'removeUnused'> };

/** Moves and copies media between albums. A copy never shows a file of another account, so that no album depends on another account's file. */
export const createTransfersService = (deps: TransfersDeps) => ({
  move: createMove(deps),
  ...createCopies(deps),
});

interface Move {
  sourceId: string;
  targetId: string;
  ids: string[];
  /** Positions, for accounts that may arrange both albums: each media is placed before the given one. */
  beforeIds?: (string | null)[] | undefined;
}

/**
 * Moves media. NOT_FOUND, INVALID, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED. They keep their ids and are placed at the end in their order, or at the positions in
 * `beforeIds`. Media that move between own albums and the family's take their files along.
 */
function createMove(deps: TransfersDeps) {
  const { db } = deps;
  const transferFiles = createOwnershipTransfer(deps);

  /** Lists the files that leave their owner scope with the media. Files of guests keep their owner in any album. */
  const listLeavingFiles = async (db: Db, actor: Person, { sourceId, targetId, ids }: Move): Promise<IncomingFiles<SourceMedia>> => {
    const { from, to } = await findOwnerScopes(db, actor, { sourceId, targetId });
    return {
      ownerScope: to,
      files: (await listSourceMedia(db, sourceId, ids, to, ids)).filter((source) => source.ownerId === from.ownerId),
    };
  };

  /** Makes media whose files were copied show the copies, and deletes files that are no longer used. */
  const showCopies = async (tx: Tx, ownerId: string, leaving: SourceMedia[], getShownFileId: (fileId: string) => string): Promise<void> => {
    const others = leaving
      .map(({ id, kind, isLiveVideo, fileId }) => ({ id, kind, isLiveVideo, fileId: getShownFileId(fileId), oldId: fileId }))
      .filter(({ fileId, oldId }) => fileId !== oldId);
    if (others.length === 0) return;
    await updateMediaFiles(tx, others);
    for (const { kind, fileId } of others) await enqueueMediaJob(tx, deps.queue, kind, { fileId, ownerId });
    await deps.files.removeUnused(tx, [...new Set(others.map(({ oldId }) => oldId))]);
  };

  const moveToOtherOwner = async (tx: Tx, actor: Person, move: Move, prepare: PrepareTransfer<SourceMedia>): Promise<number> => {
    const { from, to } = await findOwnerScopes(tx, actor, move);
    await lockAccounts(tx, [from.ownerId, to.ownerId]);
    const owner = await deps.albums.reservations.lockStorageOwner(tx, move.targetId, actor.userId);
    await authorizeMove(tx, actor, move);
    const { files: leaving, getShownFileId, reservedBytes, apply } = await prepare(tx, owner);
    return moveWithinOwner(tx, actor, move, reservedBytes, async () => {
      await apply();
      await showCopies(tx, owner.ownerId, leaving, getShownFileId);
    });
  };

  /** Moves the media without changing the owner of their files; `afterwards` does that. */
  const moveWithinOwner = async (
    tx: Tx,
    actor: Person,
    move: Move,
    reservedBytes = 0,
    afterwards?: () => Promise<void>,
  ): Promise<number> => {
    const movedRows = await moveMediaToTarget(tx, actor, move, reservedBytes);
    await afterwards?.();
    const fileIds = movedRows.map((row) => row.file_id);
    await handleMediaRemoved(tx, deps, move.sourceId, fileIds);
    for (const albumId of [move.sourceId, move.targetId].toSorted()) await deps.albums.contentChanged(tx, albumId);
    return movedRows.length;
  };

  return async (actor: Person, sourceId: string, targetId: string, ids: string[], beforeIds?: (string | null)[]): Promise<number> => {
    const move: Move = { sourceId, targetId, ids, beforeIds };
    await db.transaction().execute((tx) => authorizeMove(tx, actor, move));
    const { from, to } = await findOwnerScopes(db, actor, move);
    if (from.ownerId === to.ownerId && from.orgId === to.orgId)
      return db.transaction().execute(async (tx) => {
        await authorizeMove(tx, actor, move);
        return moveWithinOwner(tx, actor, move);
      });
    return transferFiles(actor, targetId, {
      find: (db) => listLeavingFiles(db, actor, move),
      execute: (prepare) => db.transaction().execute((tx) => moveToOtherOwner(tx, actor, move, prepare)),
    });
  };
}

const findOwnerScopes = async (db: Db, { userId }: Person, { sourceId, targetId }: Pick<Move, 'sourceId' | 'targetId'>) => ({
  from: await findFileOwnerScope(db, sourceId, userId),
  to: await findFileOwnerScope(db, targetId, userId),
});

async function authorizeMove(tx: Tx, actor: Person, { sourceId, targetId, beforeIds }: Move): Promise<void> {
  await authorize(tx, actor, 'album.update', [sourceId]);
  if (sourceId === targetId) throw new AppError('INVALID', MESSAGES.moveIncomplete);
  await authorizeTarget(tx, actor, targetId, MESSAGES.moveIncomplete, beforeIds ? 'album.update' : 'album.addMedia');
}

/** Returns the moved media. `reservedBytes`: storage that is already reserved for copies of their files. */
async function moveMediaToTarget(
  tx: Tx,
  actor: Person,
  { sourceId, targetId, ids, beforeIds }: Move,
  reservedBytes: number,
): Promise<{ id: string; file_id: string }[]> {
  const target = await lockAlbums(tx, [sourceId], targetId, MESSAGES.moveIncomplete);
  const unique = [...new Set(ids)];
  const movedRows = await lockMediaOfAlbum(tx, sourceId, unique);
  if (movedRows.length !== unique.length) throw new AppError('NOT_FOUND');
  await assertAlbumFits(tx, actor, { id: targetId, ...target }, sumBytes(movedRows.map((row) => row.size_bytes)) - reservedBytes);
  const ordered = beforeIds ? unique : movedRows.map((row) => row.id);
  const beforeOf = new Map(ids.map((id, at) => [id, beforeIds?.[at] ?? null]));
  const befores = ordered.map((id) => beforeOf.get(id) ?? null);
  await updateMediaAlbum(tx, targetId, ordered, await allocatePositions(tx, targetId, befores));
  return movedRows;
}

/** Creates the copy operations. NOT_FOUND, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, DISK_FULL. */
function createCopies(deps: TransfersDeps) {
  const { db, queue, albums } = deps;
  const transferFiles = createOwnershipTransfer(deps);

  const insert = async (
    tx: Tx,
    actor: Person,
    { ownerId, targetId, copies }: { ownerId: string; targetId: string; copies: MediaCopy[] },
  ) => {
    const shown = new Set(copies.flatMap(({ fileId, liveVideoId }) => (liveVideoId ? [fileId, liveVideoId] : [fileId])));
    if ((await listOwnOriginals(tx, ownerId, [...shown])).length !== shown.size) throw new AppError('NOT_FOUND');
    const inserted = await insertMediaCopies(tx, targetId, actor.userId, copies);
    if (inserted.length !== copies.length) throw new AppError('NOT_FOUND');
    return inserted;
  };

  /** Copies media in the order of `order`, otherwise in the order of their album. */
  const copyFromAlbums = async (
    actor: Person,
    targetId: string,
    idsByAlbum: ReadonlyMap<string, string[]>,
    order: readonly string[] = [],
  ): Promise<number> => {
    const message = MESSAGES.copyIncomplete;
    const sourceIds = [...idsByAlbum.keys()];
    await db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'album.addMedia', sourceIds);
      await authorizeTarget(tx, actor, targetId, message);
    });
    const find = async (db: Db): Promise<IncomingFiles<SourceMedia>> => {
      const ownerScope = await findFileOwnerScope(db, targetId, actor.userId);
      const files: SourceMedia[] = [];
      for (const [sourceId, ids] of idsByAlbum) {
        const sources = await listSourceMedia(db, sourceId, ids, ownerScope);
        if (sources.filter(({ isLiveVideo }) => !isLiveVideo).length !== ids.length) throw new AppError('NOT_FOUND');
        // The source keeps showing its file, so a copy in another scope, or of another account's file, needs a separate file.
        for (const source of sources)
          files.push({ ...source, isShownOutside: source.isShownOutside || source.ownerId !== ownerScope.ownerId });
      }
      const positions = new Map(order.map((id, position) => [id, position]));
      return { ownerScope, files: files.toSorted((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0)) };
    };
    return transferFiles(actor, targetId, {
      find,
      execute: (prepare) =>
        db.transaction().execute(async (tx) => {
          const owner = await albums.reservations.lockStorageOwner(tx, targetId, actor.userId);
          await authorize(tx, actor, 'album.addMedia', [...sourceIds, targetId]);
          const target = await lockAlbums(tx, sourceIds, targetId, message);
          const { files: sources, getShownFileId, apply } = await prepare(tx, owner);
          await apply();
          await assertAlbumFits(tx, actor, { id: targetId, ...target }, sumBytes(sources.map((source) => source.sizeBytes)));
          const copies = toMediaCopies(sources, getShownFileId);
          const inserted = await insert(tx, actor, { ownerId: owner.ownerId, targetId, copies });
          // Existing derivatives of the source were copied with it; missing ones are created.
          const sourceFiles = new Set(sources.map((source) => source.fileId));
          for (const { fileId, kind } of inserted.filter((row) => row.isUnfinished || !sourceFiles.has(row.fileId)))
            await enqueueMediaJob(tx, queue, kind, { fileId, ownerId: owner.ownerId });
          for (const { liveVideoId } of copies)
            if (liveVideoId && !sourceFiles.has(liveVideoId))
              await enqueueMediaJob(tx, queue, 'video', { fileId: liveVideoId, ownerId: owner.ownerId });
          await albums.contentChanged(tx, targetId);
          return inserted.length;
        }),
    });
  };

  return {
    copy: (actor: Person, sourceId: string, targetId: string, ids: string[]): Promise<number> =>
      copyFromAlbums(actor, targetId, new Map([[sourceId, [...new Set(ids)]]])),

    /** Copies media of any albums in the order of capture, except those that are already in the target. */
    async copySelected(actor: Person, targetId: string, ids: string[]): Promise<number> {
      const unique = [...new Set(ids)];
      const idsByAlbum = await groupMediaByAlbum(db, unique);
      if ([...idsByAlbum.values()].flat().length !== unique.length) throw new AppError('NOT_FOUND');
      idsByAlbum.delete(targetId);
      if (idsByAlbum.size > 0) return copyFromAlbums(actor, targetId, idsByAlbum, await sortByCaptureTime(db, unique));
      await db.transaction().execute((tx) => authorizeTarget(tx, actor, targetId, MESSAGES.copyIncomplete));
      return 0;
    },
  };
}

/** Returns one copy for each media item, with the video of a live photo. */
function toMediaCopies(sources: readonly SourceMedia[], getShownFileId: (fileId: string) => string): MediaCopy[] {
  const videos = new Map(sources.filter(({ isLiveVideo }) => isLiveVideo).map(({ id, fileId }) => [id, getShownFileId(fileId)]));
  return sources
    .filter(({ isLiveVideo }) => !isLiveVideo)
    .map(({ id, fileId }) => ({ id: newId(), sourceId: id, fileId: getShownFileId(fileId), liveVideoId: videos.get(id) ?? null }));
}

/** Locks albums in the order of their ids, and returns the size of the target. */
async function lockAlbums(tx: Tx, sourceIds: readonly string[], targetId: string, message: string): Promise<{ sizeBytes: number }> {
  const locked = new Map<string, Awaited<ReturnType<typeof lockAlbumContents>>>();
  for (const id of [...new Set([...sourceIds, targetId])].toSorted()) locked.set(id, await lockAlbumContents(tx, id));
  const target = locked.get(targetId);
  if (!target || sourceIds.some((id) => !locked.get(id))) throw new AppError('NOT_FOUND', message);
  return { sizeBytes: target.size_bytes };
}

async function assertAlbumFits(tx: Tx, actor: Person, album: { id: string; sizeBytes: number }, sizeBytes: number): Promise<void> {
  const reserved = await sumReservations(tx, actor.userId, album.id);
  assertAlbumCapacity(sizeBytes, album.sizeBytes + reserved.album);
}

export type TransfersService = ReturnType<typeof createTransfersService>;

const sumBytes = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** Authorizes adding to the target. When it does not exist, the error has the message of the specification. */
async function authorizeTarget(
  tx: Tx,
  actor: Person,
  albumId: string,
  message: string,
  action: 'album.addMedia' | 'album.update' = 'album.addMedia',
): Promise<void> {
  try {
    await authorize(tx, actor, action, [albumId]);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') throw new AppError('NOT_FOUND', message);
    throw error;
  }
}
