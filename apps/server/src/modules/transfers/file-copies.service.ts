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

const RESERVED_MINUTES = 60;

export type FileCopyDeps = Pick<Platform, 'db' | 'storage'> & {
  albums: Pick<AlbumsApi, 'reservations'>;
  files: Pick<FilesApi, 'seesPlaces'>;
};

/** A file whose bytes an account gets as a separate file. */
export interface FileCopy {
  id: string;
  source: SourceFile;
  rows: { id: string; rootId: string | null; sourceId: string; storageKey: string; hidesLocation: boolean }[];
}

/** Copies the bytes first, under ids with reserved space, then inserts the rows. An interrupted copy leaves nothing behind. */
export function createFileCopyService({ db, storage, files, albums: { reservations } }: FileCopyDeps) {
  const copyFileFamily = async (id: string, source: SourceFile, hidesLocation: boolean): Promise<FileCopy> => {
    const rows: FileCopy['rows'] = [];
    for (const file of await listFileFamily(db, source.fileId)) {
      const isRoot = file.root_id === null;
      const storageKey = isRoot ? getOriginalKey(id) : getDerivativeKey(id, file.role as DerivativeRole, file.rotation, file.recipe);
      await storage.copy(storageKey, file.storage_key);
      rows.push({ id: isRoot ? id : newId(), rootId: isRoot ? null : id, sourceId: file.id, storageKey, hidesLocation });
    }
    return { id, source, rows };
  };

  return {
    async withFileCopies<T>(actor: Person, albumId: string, sources: SourceFile[], work: (made: FileCopy[]) => Promise<T>): Promise<T> {
      const made: FileCopy[] = [];
      const promised: string[] = [];
      const seen = await files.seesPlaces(
        db,
        actor,
        sources.map(({ fileId }) => fileId),
      );
      try {
        for (const source of sources) {
          const id = await reservations.reserve(actor, { albumId, sizeBytes: source.sizeBytes, minutes: RESERVED_MINUTES });
          promised.push(id);
          made.push(await copyFileFamily(id, source, !seen.has(source.fileId)));
        }
        return await work(made);
      } catch (error) {
        for (const id of promised) {
          await reservations.release(id);
          // Only when no row speaks of the bytes: the failure may have come after the commit.
          if (!(await findFile(db, id))) await deleteFileBytes(storage, id);
        }
        throw error;
      }
    },

    /** The copies as files of the account, which is held. */
    async insertCopies(tx: Tx, ownerId: string, made: readonly FileCopy[]): Promise<void> {
      for (const { id, source, rows } of made) {
        await deleteReservation(tx, id);
        await addStorageUsage(tx, ownerId, source.sizeBytes);
        // The original before what was made from it.
        const roots = rows.filter((row) => row.rootId === null);
        await insertFileCopies(tx, ownerId, roots);
        const derived = rows.filter((row) => row.rootId !== null);
        await insertFileCopies(tx, ownerId, derived);
      }
    },
  };
}
