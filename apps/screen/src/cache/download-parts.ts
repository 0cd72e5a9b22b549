import type { Database } from '../database/database.ts';
import type { PartialDownloadStore } from '../sync/download.ts';

/** Every part of one file: its sha256, and any number. */
const getPartsRange = (sha256: string) => IDBKeyRange.bound([sha256, 0], [sha256, Number.MAX_SAFE_INTEGER]);

export function createPartialDownloads(
  database: Database,
): PartialDownloadStore & { deletePartsExcept(needed: ReadonlySet<string>): Promise<void> } {
  return {
    read: (sha256) => database.getAll('parts', getPartsRange(sha256)),
    async add(sha256, index, bytes) {
      await database.put('parts', bytes, [sha256, index]);
    },
    deleteParts: (sha256) => database.delete('parts', getPartsRange(sha256)),
    /** Lets go of beginnings that no manifest asks for any more. */
    async deletePartsExcept(needed) {
      const keys = await database.getAllKeys('parts');
      await Promise.all(keys.filter(([sha256]) => !needed.has(sha256)).map((key) => database.delete('parts', key)));
    },
  };
}
