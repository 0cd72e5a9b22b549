import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../access/index.ts';
import { findStorageScope } from '../albums/index.ts';
import { addUsage, deleteReservation, type Held, sumReservations } from '../entitlements/index.ts';
import {
  changeOwner,
  type DerivativeRole,
  derivativeKey,
  findFile,
  insertFileCopies,
  listFamily,
  originalKey,
  removeBytes,
} from '../files/index.ts';
import { findPayer } from '../organisations/index.ts';
import { type Brought, type Home, handOverContributions } from './copies.store.ts';
import type { MediaDeps } from './media.deps.ts';
import type { Reservations } from './media.reservations.ts';

const RESERVED_MINUTES = 60;

/** A file whose bytes an account gets as a file of its own. */
export interface NewFile {
  id: string;
  source: Brought;
  rows: { id: string; rootId: string | null; sourceId: string; storageKey: string }[];
}

/** Where files are at home that this person puts into the album. NOT_FOUND. */
export async function findHome(db: Db, albumId: string, userId: string): Promise<Home> {
  const scope = await findStorageScope(db, albumId, userId);
  const ownerId = await findPayer(db, scope);
  if (ownerId === undefined) throw new AppError('NOT_FOUND');
  return { ownerId, orgId: scope.orgId ?? null };
}

/** Files that come to another home, found before or while the accounts are held. */
export interface Coming<F extends Brought> {
  home: Home;
  files: F[];
}

/** What becomes of them: some are given, some go there as another file with the same bytes. */
interface Resettling {
  given: Brought[];
  copied: Brought[];
  /** The original to show in place of one; itself where it stays the same. */
  fileFor: (fileId: string) => string;
}

/** Shown in the old home still, a file is copied to the new one; otherwise it changes hands. */
function resettle({ files, home }: Coming<Brought>, made: readonly NewFile[]): Resettling {
  const unique = uniqueFiles(files);
  const others = unique.filter((file) => file.isShownOutside);
  const owned = new Map(others.flatMap(({ fileId, ownFileId }) => (ownFileId === null ? [] : [[fileId, ownFileId] as const])));
  return {
    given: unique.filter((file) => !file.isShownOutside && file.ownerId !== home.ownerId),
    copied: others.filter((file) => file.ownFileId === null),
    fileFor: (fileId) => owned.get(fileId) ?? made.find(({ source }) => source.fileId === fileId)?.id ?? fileId,
  };
}

const uniqueFiles = (files: readonly Brought[]): Brought[] => [...new Map(files.map((file) => [file.fileId, file])).values()];

/** What was found while the accounts are held, for which the copies are made. */
export interface Settled<F extends Brought> extends Pick<Resettling, 'fileFor'> {
  files: F[];
  /** Room that is promised to the copies until `apply`. */
  promisedBytes: number;
  /** The files change hands, and the copies are files, with what all of it takes of the storage. PLAN_ENDED, QUOTA_EXCEEDED. */
  apply: () => Promise<void>;
}

/** Others have changed what is shown, or whose it is, since the copies were begun. */
class Unsettled extends Error {}
/** Each time somebody was quicker, so there are few. */
const TRIES = 5;

/** The bytes first, under ids that are promised room; then the rows. What fails between leaves nothing. */
export function createResettlement({ db, storage, entitlements }: MediaDeps, reservations: Reservations) {
  const copyFamily = async (id: string, source: Brought): Promise<NewFile> => {
    const rows: NewFile['rows'] = [];
    for (const file of await listFamily(db, source.fileId)) {
      const isRoot = file.root_id === null;
      const storageKey = isRoot ? originalKey(id) : derivativeKey(id, file.role as DerivativeRole, file.rotation, file.recipe);
      await storage.copy(storageKey, file.storage_key);
      rows.push({ id: isRoot ? id : newId(), rootId: isRoot ? null : id, sourceId: file.id, storageKey });
    }
    return { id, source, rows };
  };

  /** The copies as files of the account. */
  const record = async (tx: Tx, ownerId: string, made: NewFile[]): Promise<void> => {
    for (const { id, source, rows } of made) {
      await deleteReservation(tx, id);
      await addUsage(tx, ownerId, source.sizeBytes);
      // The original before what was made from it.
      const roots = rows.filter((row) => row.rootId === null);
      await insertFileCopies(tx, ownerId, roots);
      const derived = rows.filter((row) => row.rootId !== null);
      await insertFileCopies(tx, ownerId, derived);
    }
  };

  /** Files change hands. */
  const give = async (tx: Tx, files: readonly Brought[], { ownerId: toId, usedBytes }: Held): Promise<void> => {
    if (files.length === 0) return;
    const promised = await sumReservations(tx, toId, null);
    await entitlements.assertStorageQuota(tx, toId, usedBytes + promised.account + sumBytes(files));
    for (const [fromId, theirs] of Map.groupBy(files, (file) => file.ownerId)) {
      const ids = theirs.map((file) => file.fileId);
      await handOverContributions(tx, ids, { fromId, toId });
      const bytes = await changeOwner(tx, sql`select unnest(${ids}::uuid[])`, { fromId, toId });
      await addUsage(tx, fromId, -bytes);
      await addUsage(tx, toId, bytes);
    }
  };

  const attempt = async <F extends Brought, T>(actor: Person, albumId: string, { find, work }: Resettlement<F, T>): Promise<T> => {
    const made: NewFile[] = [];
    const promised: string[] = [];
    const settle = async (tx: Tx, held: Held): Promise<Settled<F>> => {
      const coming = await find(tx);
      const { given, copied, fileFor } = resettle(coming, made);
      const isMade = copied.length === made.length && copied.every(({ fileId }) => made.some(({ source }) => source.fileId === fileId));
      if (!isMade || coming.home.ownerId !== held.ownerId) throw new Unsettled();
      return {
        files: coming.files,
        fileFor,
        promisedBytes: sumBytes(copied),
        async apply() {
          // While the copies are still promised, so that both count.
          await give(tx, given, held);
          await record(tx, held.ownerId, made);
        },
      };
    };
    try {
      for (const source of resettle(await find(db), []).copied) {
        const id = await reservations.reserve(actor, { albumId, sizeBytes: source.sizeBytes, minutes: RESERVED_MINUTES });
        promised.push(id);
        made.push(await copyFamily(id, source));
      }
      return await work(settle);
    } catch (error) {
      for (const id of promised) {
        await reservations.release(id);
        // Only when no row speaks of the bytes: the failure may have come after the commit.
        if (!(await findFile(db, id))) await removeBytes(storage, id);
      }
      throw error;
    }
  };

  /** Bytes are copied before anybody is held, by what is shown then; where that is different once they are, it begins again. */
  return async <F extends Brought, T>(actor: Person, albumId: string, resettlement: Resettlement<F, T>): Promise<T> => {
    for (let left = TRIES; left > 0; left--) {
      try {
        return await attempt(actor, albumId, resettlement);
      } catch (error) {
        if (!(error instanceof Unsettled)) throw error;
      }
    }
    throw new AppError('NOT_READY', 'Somebody else is changing the same photos. Please try again in a moment.');
  };
}

interface Resettlement<F extends Brought, T> {
  find: (db: Db) => Promise<Coming<F>>;
  /** In one transaction: holds the accounts, then calls `settle`, and puts everything in its place. */
  work: (settle: (tx: Tx, held: Held) => Promise<Settled<F>>) => Promise<T>;
}

const sumBytes = (files: readonly Brought[]): number => files.reduce((sum, file) => sum + file.sizeBytes, 0);
