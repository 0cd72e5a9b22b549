/** Files come to another home: what nothing of the old one shows any more is given, the rest goes there as another file with the same bytes. */
import { sql } from 'kysely';
import { type Db, type Tx, uuids } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { findStorageScope } from '../albums/index.ts';
import { addUsage, type Held, sumReservations } from '../entitlements/index.ts';
import { changeOwner } from '../files/index.ts';
import { findPayer } from '../organisations/index.ts';
import { type Brought, type Home, handOverContributions, listCoversOutside } from './copies.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { clearStrangeCovers } from './media.families.ts';
import { createFileCopies, type NewFile } from './media.file-copies.ts';
import type { Reservations } from './media.reservations.ts';

/** Where files are at home that this person puts into the album. NOT_FOUND. */
export async function findHome(db: Db, albumId: string, userId: string): Promise<Home> {
  const scope = await findStorageScope(db, albumId, userId);
  const ownerId = await findPayer(db, scope);
  if (ownerId === undefined) throw new AppError('NOT_FOUND');
  return { ownerId, orgId: scope.orgId ?? null };
}

/** Files, and where they go. */
export interface Coming<F extends Brought> {
  home: Home;
  files: F[];
}

/** What was found while the accounts are held, for which the copies are made. */
export interface Settled<F extends Brought> {
  files: F[];
  /** The original to show in place of one; itself where it stays the same. */
  fileFor: (fileId: string) => string;
  /** Room that is promised to the copies until `apply`. */
  promisedBytes: number;
  /** The files change hands, and the copies are files, with what all of it takes of the storage. PLAN_ENDED, QUOTA_EXCEEDED. */
  apply: () => Promise<void>;
}

export type Settle<F extends Brought> = (tx: Tx, held: Held) => Promise<Settled<F>>;

interface Resettlement<F extends Brought, T> {
  find: (db: Db) => Promise<Coming<F>>;
  /** In one transaction: holds the accounts, then calls `settle`, and puts everything in its place. */
  work: (settle: Settle<F>) => Promise<T>;
}

/** Others have changed what is shown, or whose it is, since the copies were begun. */
class Unsettled extends Error {}
/** Each time somebody was quicker, so there are few. */
const TRIES = 5;

/** Bytes are copied before anybody is held, by what is shown then; where that is different once they are, it begins again. */
export function createResettlement(deps: MediaDeps, reservations: Reservations) {
  const copies = createFileCopies(deps, reservations);

  const settleWith =
    <F extends Brought>(find: (db: Db) => Promise<Coming<F>>, made: NewFile[]): Settle<F> =>
    async (tx, held) => {
      const { home, files } = await find(tx);
      const { given, copied, owned } = divide(files, home);
      const copyOf = new Map(made.map(({ id, source }) => [source.fileId, id]));
      const isMade = copied.length === made.length && copied.every(({ fileId }) => copyOf.has(fileId));
      if (!isMade || home.ownerId !== held.ownerId) throw new Unsettled();
      return {
        files,
        fileFor: (fileId) => owned.get(fileId) ?? copyOf.get(fileId) ?? fileId,
        promisedBytes: sumBytes(copied),
        async apply() {
          // While the copies are still promised, so that both count.
          await give(tx, deps, given, held);
          await clearStrangeCovers(tx, deps, await listCoversOutside(tx, uuids(given.map(({ fileId }) => fileId)), home));
          await copies.record(tx, held.ownerId, made);
        },
      };
    };

  return async <F extends Brought, T>(actor: Person, albumId: string, { find, work }: Resettlement<F, T>): Promise<T> => {
    for (let left = TRIES; left > 0; left--) {
      const { home, files } = await find(deps.db);
      const { copied } = divide(files, home);
      try {
        return await copies.withCopies(actor, albumId, copied, (made) => work(settleWith(find, made)));
      } catch (error) {
        if (!(error instanceof Unsettled)) throw error;
      }
    }
    throw new AppError('NOT_READY', 'Someone else is changing these photos. Try again in a moment.');
  };
}

/** Those that are given, those that are copied, and for those that are there already as another file, which one that is. */
function divide(files: readonly Brought[], home: Home) {
  const unique = [...new Map(files.map((file) => [file.fileId, file])).values()];
  const others = unique.filter((file) => file.isShownOutside);
  return {
    given: unique.filter((file) => !file.isShownOutside && file.ownerId !== home.ownerId),
    copied: others.filter((file) => file.ownFileId === null),
    owned: new Map(others.flatMap(({ fileId, ownFileId }) => (ownFileId === null ? [] : [[fileId, ownFileId] as const]))),
  };
}

/** Files change hands. All accounts are held. */
async function give(
  tx: Tx,
  { entitlements }: Pick<MediaDeps, 'entitlements'>,
  files: readonly Brought[],
  { ownerId: toId, usedBytes }: Held,
): Promise<void> {
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
}

const sumBytes = (files: readonly Brought[]): number => files.reduce((sum, file) => sum + file.sizeBytes, 0);
