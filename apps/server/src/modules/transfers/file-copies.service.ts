import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../access/index.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { addStorageUsage, deleteReservation } from '../entitlements/index.ts';
import {
  type DerivativeRole,
  deleteFileBytes,
  type FilesApi,
  findFile,
  getDerivativeKey,
  getOriginalKey,
  insertFileCopies,
  listFileFamily,
} from '../files/index.ts';
import type { SourceFile } from './transfer-sources.read-model.ts';
import { filesCopied } from './transfers.events.ts';

const RESERVED_MINUTES = 60;

export type FileCopyDeps = Pick<Platform, 'db' | 'storage' | 'emit'> & {
  albums: Pick<AlbumsApi, 'reservations'>;
  files: Pick<FilesApi, 'seesPlaces'>;
};

/** A file that is copied as a separate file of another account. */
export interface FileCopy {
  id: string;
  source: SourceFile;
  rows: { id: string; rootId: string | null; sourceId: string; storageKey: string; hidesLocation: boolean }[];
}

/** Copies the bytes first, under ids with reserved space, then inserts the rows. An interrupted copy leaves nothing behind. */
export function createFileCopyService({ db, storage, emit, files, albums: { reservations } }: FileCopyDeps) {
  const copyFileFamily = async (id: string, source: SourceFile, hidesLocation: boolean): Promise<FileCopy> => {
    const rows: FileCopy['rows'] = [];
    for (const file of await listFileFamily(db, source.fileId)) {
      const isRoot = file.root_id === null;
      const storageKey = isRoot ? getOriginalKey(id) : getDerivativeKey(id, file.role as DerivativeRole, file);
      await storage.copy(storageKey, file.storage_key);
      rows.push({ id: isRoot ? id : newId(), rootId: isRoot ? null : id, sourceId: file.id, storageKey, hidesLocation });
    }
    return { id, source, rows };
  };

  return {
    async withFileCopies<T>(actor: Person, albumId: string, sources: SourceFile[], work: (copies: FileCopy[]) => Promise<T>): Promise<T> {
      const copies: FileCopy[] = [];
      const reservationIds: string[] = [];
      const pageCounts = new Map<string, number>();
      const withVisiblePlace = await files.seesPlaces(
        db,
        actor,
        sources.map(({ fileId }) => fileId),
      );
      try {
        for (const source of sources) {
          const id = await reservations.reserve(actor, { albumId, sizeBytes: source.sizeBytes, minutes: RESERVED_MINUTES });
          reservationIds.push(id);
          pageCounts.set(id, (await findFile(db, source.fileId))?.page_count ?? 0);
          copies.push(await copyFileFamily(id, source, !withVisiblePlace.has(source.fileId)));
        }
        return await work(copies);
      } catch (error) {
        for (const id of reservationIds) {
          await reservations.release(id);
          // Delete the bytes only when no row refers to them: the failure may have come after the commit.
          if (!(await findFile(db, id))) await deleteFileBytes(storage, id, pageCounts.get(id));
        }
        throw error;
      }
    },

    /** Inserts the copies as files of the account. The caller has locked the account. */
    async insertCopies(tx: Tx, ownerId: string, copies: readonly FileCopy[]): Promise<void> {
      for (const { id, source, rows } of copies) {
        await deleteReservation(tx, id);
        await addStorageUsage(tx, ownerId, source.sizeBytes);
        // Originals are inserted first, because derivatives refer to them.
        const roots = rows.filter((row) => row.rootId === null);
        await insertFileCopies(tx, ownerId, roots);
        const derived = rows.filter((row) => row.rootId !== null);
        await insertFileCopies(tx, ownerId, derived);
      }
      if (copies.length > 0)
        await emit(tx, filesCopied, { copies: copies.map(({ id, source }) => ({ fileId: source.fileId, copyId: id })) });
    },
  };
}
