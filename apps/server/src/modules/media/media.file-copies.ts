import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../access/index.ts';
import { addUsage, deleteReservation } from '../entitlements/index.ts';
import { type DerivativeRole, derivativeKey, findFile, insertFileCopies, listFamily, originalKey, removeBytes } from '../files/index.ts';
import type { Brought } from './copies.store.ts';
import type { MediaDeps } from './media.deps.ts';
import type { Reservations } from './media.reservations.ts';

const RESERVED_MINUTES = 60;

/** A file whose bytes an account gets as a file of its own. */
export interface NewFile {
  id: string;
  source: Brought;
  rows: { id: string; rootId: string | null; sourceId: string; storageKey: string; hidesPlace: boolean }[];
}

/** The bytes first, under ids that are promised room; then the rows. What fails between leaves nothing. */
export function createFileCopies({ db, storage, files }: MediaDeps, reservations: Reservations) {
  const copyFamily = async (id: string, source: Brought, hidesPlace: boolean): Promise<NewFile> => {
    const rows: NewFile['rows'] = [];
    for (const file of await listFamily(db, source.fileId)) {
      const isRoot = file.root_id === null;
      const storageKey = isRoot ? originalKey(id) : derivativeKey(id, file.role as DerivativeRole, file.rotation, file.recipe);
      await storage.copy(storageKey, file.storage_key);
      rows.push({ id: isRoot ? id : newId(), rootId: isRoot ? null : id, sourceId: file.id, storageKey, hidesPlace });
    }
    return { id, source, rows };
  };

  return {
    async withCopies<T>(actor: Person, albumId: string, sources: Brought[], work: (made: NewFile[]) => Promise<T>): Promise<T> {
      const made: NewFile[] = [];
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
          made.push(await copyFamily(id, source, !seen.has(source.fileId)));
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

    /** The copies as files of the account, which is held. */
    async record(tx: Tx, ownerId: string, made: readonly NewFile[]): Promise<void> {
      for (const { id, source, rows } of made) {
        await deleteReservation(tx, id);
        await addUsage(tx, ownerId, source.sizeBytes);
        // The original before what was made from it.
        const roots = rows.filter((row) => row.rootId === null);
        await insertFileCopies(tx, ownerId, roots);
        const derived = rows.filter((row) => row.rootId !== null);
        await insertFileCopies(tx, ownerId, derived);
      }
    },
  };
}
