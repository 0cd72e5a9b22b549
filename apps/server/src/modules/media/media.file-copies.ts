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

/** What becomes of files that come to another home: some are given, some go there as another file with the same bytes. */
export interface Resettling {
  given: Brought[];
  copied: Brought[];
  /** The original to show in place of one; itself where it stays the same. */
  fileFor: (fileId: string, made: NewFile[]) => string;
}

/** Shown in the old home still, a file is copied there; otherwise it changes hands. Decides alone by what was found. */
export function resettle(files: readonly Brought[], home: Home): Resettling {
  const unique = [...new Map(files.map((file) => [file.fileId, file])).values()];
  const others = unique.filter((file) => file.isShownOutside);
  const owned = new Map(others.flatMap(({ fileId, ownFileId }) => (ownFileId === null ? [] : [[fileId, ownFileId] as const])));
  return {
    given: unique.filter((file) => !file.isShownOutside && file.ownerId !== home.ownerId),
    copied: others.filter((file) => file.ownFileId === null),
    fileFor: (fileId, made) => owned.get(fileId) ?? made.find(({ source }) => source.fileId === fileId)?.id ?? fileId,
  };
}

/** The bytes first, under ids that are promised room; then the rows. What fails between leaves nothing. */
export function createFileCopies({ db, storage, entitlements }: MediaDeps, reservations: Reservations) {
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

  return {
    async withCopies<T>(actor: Person, albumId: string, sources: Brought[], work: (made: NewFile[]) => Promise<T>): Promise<T> {
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

    /**
     * Files come to their new home, with what they take of the storage. All accounts are held. PLAN_ENDED, QUOTA_EXCEEDED. What is given is
     * asked for while the copies are still promised, so that both count.
     */
    async settle(tx: Tx, held: Held, { given, made }: { given: readonly Brought[]; made: NewFile[] }): Promise<void> {
      await give(tx, given, held);
      await record(tx, held.ownerId, made);
    },
  };
}

const sumBytes = (files: readonly Brought[]): number => files.reduce((sum, file) => sum + file.sizeBytes, 0);
