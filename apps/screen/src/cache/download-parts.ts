import type { Database } from '../database/database.ts';
import type { Parts } from '../sync/download.ts';

/** Every part of one file: its sha256, and any number. */
const partsOf = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Number.MAX_SAFE_INTEGER]);

export function createDownloadParts(database: Database): Parts & { dropExcept(needed: ReadonlySet<string>): Promise<void> } {
  return {
    read: (sha256) => database.getAll('parts', partsOf(sha256)),
    async add(sha256, index, bytes) {
      await database.put('parts', bytes, [sha256, index]);
    },
    drop: (sha256) => database.delete('parts', partsOf(sha256)),
    /** Lets go of beginnings that no manifest asks for any more. */
    async dropExcept(needed) {
      const keys = await database.getAllKeys('parts');
      await Promise.all(keys.filter(([sha256]) => !needed.has(sha256)).map((key) => database.delete('parts', key)));
    },
  };
}
