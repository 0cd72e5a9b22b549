import { MESSAGES } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { authorize, type Person } from '../access/index.ts';
import { assertAlbumRoom, lockContents } from '../albums/index.ts';
import { addUsage, deleteReservation, lockUsage, sumReservations } from '../entitlements/index.ts';
import {
  type DerivativeRole,
  derivativeKey,
  findFile,
  insertFileCopies,
  listFamily,
  listOwnOriginals,
  originalKey,
  removeBytes,
} from '../files/index.ts';
import { type Copy, insertCopies, listSources, type Source } from './copies.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { addMediaJob } from './media.job-types.ts';
import { notifyMediaLeft } from './media.left.ts';
import { placesFor } from './media.places.ts';
import type { Reservations } from './media.reservations.ts';
import { listOfAlbum, moveToAlbum } from './places.store.ts';

const RESERVED_MINUTES = 60;

/** A file of somebody else's whose bytes the copier gets as a file of their own. */
interface NewFile {
  id: string;
  source: Source;
  rows: { id: string; rootId: string | null; sourceId: string; storageKey: string }[];
}

/** Media go from album to album. A copy never shows a file of another account, so that nobody's album depends on one. */
export const createTransfers = (deps: MediaDeps, reservations: Reservations) => ({
  move: createMove(deps),
  copy: createCopy(deps, reservations),
});

/**
 * NOT_FOUND, INVALID, ALBUM_FULL. They keep their ids and end up behind what is there, in the order they had, or where somebody who
 * may arrange both albums says: each before the media named for it.
 */
const createMove =
  (deps: MediaDeps) =>
  (actor: Person, sourceId: string, targetId: string, ids: string[], beforeIds?: (string | null)[]): Promise<number> =>
    deps.db.transaction().execute(async (tx) => {
      const message = MESSAGES.moveIncomplete;
      await authorize(tx, actor, 'album.update', [sourceId]);
      if (sourceId === targetId) throw new AppError('INVALID', message);
      await authorizeTarget(tx, actor, targetId, message, beforeIds ? 'album.update' : 'album.addMedia');
      const target = await lockBoth(tx, sourceId, targetId, message);
      const unique = [...new Set(ids)];
      const moving = await listOfAlbum(tx, sourceId, unique);
      if (moving.length !== unique.length) throw new AppError('NOT_FOUND');
      await assertFits(tx, actor, { id: targetId, ...target }, sumBytes(moving.map((row) => row.size_bytes)));
      const ordered = beforeIds ? unique : moving.map((row) => row.id);
      const beforeOf = new Map(ids.map((id, at) => [id, beforeIds?.[at] ?? null]));
      const places = await placesFor(
        tx,
        targetId,
        ordered.map((id) => beforeOf.get(id) ?? null),
      );
      await moveToAlbum(tx, targetId, ordered, places);
      await notifyMediaLeft(
        tx,
        deps,
        sourceId,
        moving.map((row) => row.file_id),
      );
      for (const albumId of [sourceId, targetId].toSorted()) await deps.albums.contentChanged(tx, albumId);
      return moving.length;
    });

/** NOT_FOUND, ALBUM_FULL, QUOTA_EXCEEDED, DISK_FULL. */
function createCopy(deps: MediaDeps, reservations: Reservations) {
  const { db, queue, albums } = deps;
  const files = createFileCopies(deps, reservations);

  const insert = async (tx: Tx, actor: Person, targetId: string, sources: Source[], made: NewFile[]): Promise<number> => {
    const madeOf = new Map(made.map((file) => [file.source.fileId, file.id]));
    const fileOf = (source: Source) =>
      source.ownerId === actor.userId ? source.fileId : (source.ownFileId ?? madeOf.get(source.fileId) ?? source.fileId);
    const copies: Copy[] = sources.map((source) => ({ id: newId(), sourceId: source.id, fileId: fileOf(source) }));
    const shown = new Set(copies.map((copy) => copy.fileId));
    if ((await listOwnOriginals(tx, actor.userId, [...shown])).length !== shown.size) throw new AppError('NOT_FOUND');
    const inserted = await insertCopies(tx, targetId, actor.userId, copies);
    if (inserted.length !== copies.length) throw new AppError('NOT_FOUND');
    // What was made of the source so far came along; what is missing of another file is made.
    const sourceFiles = new Set(sources.map((source) => source.fileId));
    for (const { fileId, kind } of inserted.filter((row) => row.isUnfinished || !sourceFiles.has(row.fileId)))
      await addMediaJob(tx, queue, kind, { fileId, ownerId: actor.userId });
    return inserted.length;
  };

  return async (actor: Person, sourceId: string, targetId: string, ids: string[]): Promise<number> => {
    const message = MESSAGES.copyIncomplete;
    const unique = [...new Set(ids)];
    await db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'album.addMedia', [sourceId]);
      await authorizeTarget(tx, actor, targetId, message);
    });
    const sources = await listSources(db, sourceId, unique, actor.userId);
    if (sources.length !== unique.length) throw new AppError('NOT_FOUND');
    const foreign = sources.filter((source) => source.ownerId !== actor.userId && source.ownFileId === null);
    return files.withCopies(actor, targetId, foreign, (made) =>
      db.transaction().execute(async (tx) => {
        await lockUsage(tx, actor.userId);
        await authorize(tx, actor, 'album.addMedia', [sourceId, targetId]);
        const target = await lockBoth(tx, sourceId, targetId, message);
        await files.record(tx, actor, made);
        await assertFits(tx, actor, { id: targetId, ...target }, sumBytes(sources.map((source) => source.sizeBytes)));
        const count = await insert(tx, actor, targetId, sources, made);
        await albums.contentChanged(tx, targetId);
        return count;
      }),
    );
  };
}

/** Both, in order of their ids; answers the size of the one that gets more. */
async function lockBoth(tx: Tx, sourceId: string, targetId: string, message: string): Promise<{ sizeBytes: number }> {
  const locked = new Map<string, Awaited<ReturnType<typeof lockContents>>>();
  for (const id of [...new Set([sourceId, targetId])].toSorted()) locked.set(id, await lockContents(tx, id));
  const target = locked.get(targetId);
  if (!locked.get(sourceId) || !target) throw new AppError('NOT_FOUND', message);
  return { sizeBytes: target.size_bytes };
}

async function assertFits(tx: Tx, actor: Person, album: { id: string; sizeBytes: number }, sizeBytes: number): Promise<void> {
  const promised = await sumReservations(tx, actor.userId, album.id);
  assertAlbumRoom(sizeBytes, album.sizeBytes + promised.album);
}

export type Transfers = ReturnType<typeof createTransfers>;

/** The bytes first, under ids that are promised room; then the rows. What fails between leaves nothing. */
function createFileCopies({ db, storage }: MediaDeps, reservations: Reservations) {
  const copyFamily = async (id: string, source: Source): Promise<NewFile> => {
    const rows: NewFile['rows'] = [];
    for (const file of await listFamily(db, source.fileId)) {
      const isRoot = file.root_id === null;
      const storageKey = isRoot ? originalKey(id) : derivativeKey(id, file.role as DerivativeRole, file.rotation, file.recipe);
      await storage.copy(storageKey, file.storage_key);
      rows.push({ id: isRoot ? id : newId(), rootId: isRoot ? null : id, sourceId: file.id, storageKey });
    }
    return { id, source, rows };
  };

  return {
    async withCopies<T>(actor: Person, albumId: string, sources: Source[], work: (made: NewFile[]) => Promise<T>): Promise<T> {
      const made: NewFile[] = [];
      const promised: string[] = [];
      try {
        for (const source of new Map(sources.map((each) => [each.fileId, each])).values()) {
          const id = await reservations.reserve(actor, { albumId, sizeBytes: source.sizeBytes, minutes: RESERVED_MINUTES });
          promised.push(id);
          made.push(await copyFamily(id, source));
        }
        return await work(made);
      } catch (error) {
        for (const id of promised) {
          await reservations.release(id);
          // Only when no row speaks of the bytes: the failure may have come after the commit.
          if (!(await findFile(db, id))) await removeBytes(storage, id);
        }
        throw error;
      }
    },
    async record(tx: Tx, actor: Person, made: NewFile[]): Promise<void> {
      for (const { id, source, rows } of made) {
        await deleteReservation(tx, id);
        await addUsage(tx, actor.userId, source.sizeBytes);
        // The original before what was made from it.
        await insertFileCopies(
          tx,
          actor.userId,
          rows.filter((row) => row.rootId === null),
        );
        await insertFileCopies(
          tx,
          actor.userId,
          rows.filter((row) => row.rootId !== null),
        );
      }
    },
  };
}

const sumBytes = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** Without a place to go to nothing moves, in the words of the specification. */
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
