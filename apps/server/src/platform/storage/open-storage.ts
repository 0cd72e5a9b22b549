import path from 'node:path';
import { createFileStorage } from './file-storage.ts';
import { createMigrationStorage } from './migration-storage.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-settings.ts';
import type { Storage } from './storage.ts';
import { withMetrics } from './timed-objects.ts';

interface Opened {
  storage: Storage;
  /** Where what is stored from now on goes to an object store. */
  objects: ObjectStore | null;
  close(): void;
}

interface StorageSettings {
  s3: S3Settings | null;
  dataDir: string;
}

const openFolder = ({ dataDir }: StorageSettings, processId: string) => createFileStorage(path.join(dataDir, 'media'), processId);

/** By AWS's client, which is loaded only here. */
async function openBucket(s3: S3Settings, { dataDir }: StorageSettings, processId: string) {
  const [{ createS3ObjectStore: openS3 }, { createS3Storage }] = [await import('./s3-objects.ts'), await import('./s3-storage.ts')];
  const objects = withMetrics(openS3(s3));
  const { cacheBytes, accelPath } = s3;
  return { objects, storage: await createS3Storage({ objects, scratch: path.join(dataDir, 'scratch'), processId, cacheBytes, accelPath }) };
}

/** As configured: an object store or a folder of this machine, or both while files move. */
export async function openStorage(where: StorageSettings, processId: string): Promise<Opened> {
  const { s3 } = where;
  if (!s3) return { storage: await openFolder(where, processId), objects: null, close: () => undefined };
  const { objects, storage: bucket } = await openBucket(s3, where, processId);
  const close = () => objects.close();
  if (s3.move === undefined) return { storage: bucket, objects, close };
  const folder = await openFolder(where, processId);
  return s3.move === 'to-s3'
    ? { storage: createMigrationStorage(folder, bucket), objects, close }
    : { storage: createMigrationStorage(bucket, folder), objects: null, close };
}

/** Both ends of a move; undefined where none is configured. */
export async function openMigration(where: StorageSettings, processId: string) {
  const { s3 } = where;
  if (s3?.move === undefined) return undefined;
  const [folder, { objects, storage: bucket }] = [await openFolder(where, processId), await openBucket(s3, where, processId)];
  const close = () => objects.close();
  return s3.move === 'to-s3' ? { from: folder, to: bucket, close } : { from: bucket, to: folder, close };
}
