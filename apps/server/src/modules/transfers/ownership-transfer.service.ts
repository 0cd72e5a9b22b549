/** Moves files to another owner scope: files that nothing in the old scope shows are transferred, all others are copied. */
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import type { AlbumsApi, FileOwnerScope } from '../albums/index.ts';
import { addStorageUsage, type EntitlementsService, type LockedOwner, sumReservations } from '../entitlements/index.ts';
import { updateOwner } from '../files/index.ts';
import { reassignContributions } from '../media/index.ts';
import { clearForeignCovers } from './family-media.service.ts';
import { createFileCopyService, type FileCopy, type FileCopyDeps } from './file-copies.service.ts';
import { listCoversOutsideScope, type SourceFile } from './transfer-sources.read-model.ts';

export type OwnershipTransferDeps = FileCopyDeps & {
  albums: Pick<AlbumsApi, 'clearCover'>;
  entitlements: Pick<EntitlementsService, 'assertStorageQuota'>;
};

/** Files, and where they go. */
export interface IncomingFiles<F extends SourceFile> {
  home: FileOwnerScope;
  files: F[];
}

/** State found while the accounts are locked, for which copies were made. */
export interface OwnershipTransfer<F extends SourceFile> {
  files: F[];
  /** The original to show in place of one; itself where it stays the same. */
  getShownFileId: (fileId: string) => string;
  /** Room that is promised to the copies until `apply`. */
  reservedBytes: number;
  /** The files change hands, and the copies are files, with what all of it takes of the storage. PLAN_ENDED, QUOTA_EXCEEDED. */
  apply: () => Promise<void>;
}

export type PrepareTransfer<F extends SourceFile> = (tx: Tx, held: LockedOwner) => Promise<OwnershipTransfer<F>>;

interface TransferOperation<F extends SourceFile, T> {
  find: (db: Db) => Promise<IncomingFiles<F>>;
  /** In one transaction: holds the accounts, then calls `settle`, and puts everything in its place. */
  execute: (settle: PrepareTransfer<F>) => Promise<T>;
}

/** Others have changed what is shown, or whose it is, since the copies were begun. */
class TransferConflictError extends Error {}
/** Each repetition needs a concurrent change, so there are few. */
const MAX_ATTEMPTS = 5;

/** Copies bytes before any lock is held, according to the state at that time. If the state differs once the locks are held, it starts again. */
export function createOwnershipTransfer(deps: OwnershipTransferDeps) {
  const copies = createFileCopyService(deps);

  const prepareWith =
    <F extends SourceFile>(find: (db: Db) => Promise<IncomingFiles<F>>, made: FileCopy[]): PrepareTransfer<F> =>
    async (tx, held) => {
      const { home, files } = await find(tx);
      const { reassigned: given, copied, existing: owned } = partitionFiles(files, home);
      const copyOf = new Map(made.map(({ id, source }) => [source.fileId, id]));
      const isMade = copied.length === made.length && copied.every(({ fileId }) => copyOf.has(fileId));
      if (!isMade || home.ownerId !== held.ownerId) throw new TransferConflictError();
      return {
        files,
        getShownFileId: (fileId) => owned.get(fileId) ?? copyOf.get(fileId) ?? fileId,
        reservedBytes: sumBytes(copied),
        async apply() {
          // While the copies are still promised, so that both count.
          await reassignFiles(tx, deps, given, held);
          await clearForeignCovers(tx, deps, await listCoversOutsideScope(tx, toUuidArray(given.map(({ fileId }) => fileId)), home));
          await copies.insertCopies(tx, held.ownerId, made);
        },
      };
    };

  return async <F extends SourceFile, T>(actor: Person, albumId: string, { find, execute: work }: TransferOperation<F, T>): Promise<T> => {
    for (let left = MAX_ATTEMPTS; left > 0; left--) {
      const { home, files } = await find(deps.db);
      const { copied } = partitionFiles(files, home);
      try {
        return await copies.withFileCopies(actor, albumId, copied, (made) => work(prepareWith(find, made)));
      } catch (error) {
        if (!(error instanceof TransferConflictError)) throw error;
      }
    }
    throw new AppError('NOT_READY', 'Someone else is changing these photos. Try again in a moment.');
  };
}

/** Divides files into those to transfer, those to copy, and those that exist in the scope as another file. */
function partitionFiles(files: readonly SourceFile[], ownerScope: FileOwnerScope) {
  const unique = [...new Map(files.map((file) => [file.fileId, file])).values()];
  const others = unique.filter((file) => file.isShownOutside);
  return {
    reassigned: unique.filter((file) => !file.isShownOutside && file.ownerId !== ownerScope.ownerId),
    copied: others.filter((file) => file.existingFileId === null),
    existing: new Map(
      others.flatMap(({ fileId, existingFileId: ownFileId }) => (ownFileId === null ? [] : [[fileId, ownFileId] as const])),
    ),
  };
}

/** Files change hands. All accounts are held. */
async function reassignFiles(
  tx: Tx,
  { entitlements }: Pick<OwnershipTransferDeps, 'entitlements'>,
  files: readonly SourceFile[],
  { ownerId: toId, usedBytes }: LockedOwner,
): Promise<void> {
  if (files.length === 0) return;
  const promised = await sumReservations(tx, toId, null);
  await entitlements.assertStorageQuota(tx, toId, usedBytes + promised.account + sumBytes(files));
  for (const [fromId, theirs] of Map.groupBy(files, (file) => file.ownerId)) {
    const ids = theirs.map((file) => file.fileId);
    await reassignContributions(tx, ids, { fromId, toId });
    const bytes = await updateOwner(tx, sql`select unnest(${ids}::uuid[])`, { fromId, toId });
    await addStorageUsage(tx, fromId, -bytes);
    await addStorageUsage(tx, toId, bytes);
  }
}

const sumBytes = (files: readonly SourceFile[]): number => files.reduce((sum, file) => sum + file.sizeBytes, 0);
