/** Dependencies of transfers to another owner scope. Files that the old scope no longer shows are reassigned; all others are copied. */
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

/** Files, and the owner scope that they are transferred to. */
export interface IncomingFiles<F extends SourceFile> {
  ownerScope: FileOwnerScope;
  files: F[];
}

/** Transfer that was validated while the accounts are locked. */
export interface OwnershipTransfer<F extends SourceFile> {
  files: F[];
  /** Returns the file to show in place of a source file; the same id when the file is not copied. */
  getShownFileId: (fileId: string) => string;
  /** Storage that is reserved for the copies until `apply`, in bytes. */
  reservedBytes: number;
  /** Reassigns files, inserts the copies and updates the used storage. PLAN_ENDED, QUOTA_EXCEEDED. */
  apply: () => Promise<void>;
}

export type PrepareTransfer<F extends SourceFile> = (tx: Tx, owner: LockedOwner) => Promise<OwnershipTransfer<F>>;

interface TransferOperation<F extends SourceFile, T> {
  find: (db: Db) => Promise<IncomingFiles<F>>;
  /** Opens a transaction, locks the accounts, calls `prepare` and shows the transferred files. */
  execute: (prepare: PrepareTransfer<F>) => Promise<T>;
}

/** Thrown when media or owners changed while files were being copied. The transfer is retried. */
class TransferConflictError extends Error {}
/** Maximum number of attempts. Each retry requires another concurrent change, so few are needed. */
const MAX_ATTEMPTS = 5;

/** Copies bytes before it locks anything, according to the state at that time. When the state differs under the locks, it starts again. */
export function createOwnershipTransfer(deps: OwnershipTransferDeps) {
  const copies = createFileCopyService(deps);

  const prepareWith =
    <F extends SourceFile>(find: (db: Db) => Promise<IncomingFiles<F>>, fileCopies: FileCopy[]): PrepareTransfer<F> =>
    async (tx, owner) => {
      const { ownerScope, files } = await find(tx);
      const { reassigned, copied, existing } = partitionFiles(files, ownerScope);
      const copyIds = new Map(fileCopies.map(({ id, source }) => [source.fileId, id]));
      const isUnchanged = copied.length === fileCopies.length && copied.every(({ fileId }) => copyIds.has(fileId));
      if (!isUnchanged || ownerScope.ownerId !== owner.ownerId) throw new TransferConflictError();
      return {
        files,
        getShownFileId: (fileId) => existing.get(fileId) ?? copyIds.get(fileId) ?? fileId,
        reservedBytes: sumBytes(copied),
        async apply() {
          // The copies still count as reserved, so that the quota includes both.
          await reassignFiles(tx, deps, reassigned, owner);
          await clearForeignCovers(
            tx,
            deps,
            await listCoversOutsideScope(tx, toUuidArray(reassigned.map(({ fileId }) => fileId)), ownerScope),
          );
          await copies.insertCopies(tx, owner.ownerId, fileCopies);
        },
      };
    };

  return async <F extends SourceFile, T>(actor: Person, albumId: string, { find, execute }: TransferOperation<F, T>): Promise<T> => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const { ownerScope, files } = await find(deps.db);
      const { copied } = partitionFiles(files, ownerScope);
      try {
        return await copies.withFileCopies(actor, albumId, copied, (fileCopies) => execute(prepareWith(find, fileCopies)));
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
    existing: new Map(others.flatMap(({ fileId, existingFileId }) => (existingFileId === null ? [] : [[fileId, existingFileId] as const]))),
  };
}

/** Reassigns files to another account. The caller has locked all accounts. */
async function reassignFiles(
  tx: Tx,
  { entitlements }: Pick<OwnershipTransferDeps, 'entitlements'>,
  files: readonly SourceFile[],
  { ownerId: toId, usedBytes }: LockedOwner,
): Promise<void> {
  if (files.length === 0) return;
  const reserved = await sumReservations(tx, toId, null);
  await entitlements.assertStorageQuota(tx, toId, usedBytes + reserved.account + sumBytes(files));
  for (const [fromId, owned] of Map.groupBy(files, (file) => file.ownerId)) {
    const ids = owned.map((file) => file.fileId);
    await reassignContributions(tx, ids, { fromId, toId });
    const bytes = await updateOwner(tx, sql`select unnest(${ids}::uuid[])`, { fromId, toId });
    await addStorageUsage(tx, fromId, -bytes);
    await addStorageUsage(tx, toId, bytes);
  }
}

const sumBytes = (files: readonly SourceFile[]): number => files.reduce((sum, file) => sum + file.sizeBytes, 0);
