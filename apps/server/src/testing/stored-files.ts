import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getOriginalKey } from '../modules/files/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { COPIES_SUFFIX } from '../platform/storage/temp-folder.ts';

/** Objects that exist only in a bucket: parts of unfinished uploads, and renditions, which expire by its lifecycle rule. */
const BUCKET_ONLY = /^(arriving|renditions)\//;

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Parts {
  storage: Storage;
  db: Database;
  dataDir: string;
  isInBucket: boolean;
}

/** Creates access to the stored files of an app. Works with a folder and with an object store, so that tests run with both. */
export function createStoredFiles({ storage, db, dataDir, isInBucket }: Parts) {
  /** Temporary files of this process. */
  const temp = async () =>
    (await readdir(path.join(dataDir, isInBucket ? 'scratch' : 'media', 'tmp'))).filter((name) => !name.endsWith(COPIES_SUFFIX));
  const put = async (key: string, bytes: Buffer | string) => {
    const file = storage.tempPath();
    await writeFile(file, bytes);
    await storage.putFile(key, file);
  };
  return {
    put,
    read: async (key: string): Promise<Buffer> => buffer(await storage.openRead(key)),
    /** Returns whether a file, or a folder with at least one file, exists. */
    async has(key: string): Promise<boolean> {
      for await (const found of storage.list(key)) if (found.length > 0) return true;
      return false;
    },
    remove: (key: string): Promise<void> => storage.remove(key),
    /** Replaces the bytes under the key, like a disk that returns wrong data. */
    async replace(key: string, bytes: Buffer | string): Promise<void> {
      await storage.remove(key);
      await put(key, bytes);
    },
    /** Lists the keys of originals and derivatives, in order. */
    async keys(): Promise<string[]> {
      const keys: string[] = [];
      for await (const found of storage.list()) keys.push(...found.map(({ key }) => key));
      return keys.filter((key) => !BUCKET_ONLY.test(key)).sort();
    },
    temp,
    /** Stores all bytes of a resumable upload that was received completely before its process crashed. */
    async uploadTemp(id: string, bytes: Buffer): Promise<void> {
      if (!isInBucket) return writeFile(path.join(dataDir, 'media', 'tus', id), bytes);
      await put(getOriginalKey(id), bytes);
      const complete = { offset_bytes: bytes.length, tail_bytes: 0, sha256_state: null, sha256: sha256Of(bytes), is_stored: true };
      await db.updateTable('resumable_uploads').set(complete).where('id', '=', id).execute();
    },
    /** Lists the ids of resumable uploads that have any stored state. */
    async resumable(): Promise<string[]> {
      if (isInBucket) return (await db.selectFrom('resumable_uploads').select('id').execute()).map(({ id }) => id);
      const names = await readdir(path.join(dataDir, 'media', 'tus'));
      return [...new Set(names.map((name) => path.parse(name).name))];
    },
  };
}
