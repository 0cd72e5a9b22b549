import path from 'node:path';
import { measureDuration, metrics } from '../metrics/metrics.ts';
import { createFileStorage } from './file-storage.ts';
import { createMigrationStorage } from './migration-storage.ts';
import { NotStoredError } from './not-stored-error.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-settings.ts';
import type { Storage } from './storage.ts';

interface Opened {
  storage: Storage;
  /** Object store for new files, if configured. */
  objects: ObjectStore | null;
  close(): void;
}

interface StorageSettings {
  s3: S3Settings | null;
  dataDir: string;
}

const openFolder = ({ dataDir }: StorageSettings, processId: string) => createFileStorage(path.join(dataDir, 'media'), processId);

/** Uses AWS's client, which is loaded only here. */
async function openBucket(s3: S3Settings, { dataDir }: StorageSettings, processId: string) {
  const [{ createS3ObjectStore }, { createS3Storage }] = [await import('./s3-objects.ts'), await import('./s3-storage.ts')];
  const objects = withMetrics(createS3ObjectStore(s3));
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

/** The same store, with how long its answers take. Lists are not timed: their reader sets the pace. */
export function withMetrics(objects: ObjectStore): ObjectStore {
  const time =
    <Args extends unknown[], Result>(verb: string, call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      measureDuration(
        () => call(...args),
        (seconds, error) => metrics.storeCalls.observe({ verb, outcome: getOutcome(error) }, seconds),
      );
  return {
    ...objects,
    put: time('put', objects.put),
    startMultipartUpload: time('begin', objects.startMultipartUpload),
    putPart: time('putPart', objects.putPart),
    completeMultipartUpload: time('complete', objects.completeMultipartUpload),
    abortMultipartUpload: time('abandon', objects.abortMultipartUpload),
    get: time('get', objects.get),
    head: time('head', objects.head),
    copy: time('copy', objects.copy),
    remove: time('remove', objects.remove),
  };
}

const getOutcome = (error: unknown) => (error === undefined ? 'done' : error instanceof NotStoredError ? 'absent' : 'failed');
