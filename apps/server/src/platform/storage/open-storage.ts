import path from 'node:path';
import { createFileStorage } from './file-storage.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-settings.ts';
import type { Storage } from './storage.ts';

/** As configured: an object store, whose client is loaded only then, or a folder of this machine. */
export async function openStorage(
  { s3, dataDir }: { s3: S3Settings | null; dataDir: string },
  processId: string,
): Promise<{ storage: Storage; objects: ObjectStore | null }> {
  const folder = path.join(dataDir, 'media');
  if (!s3) return { storage: await createFileStorage(folder, processId), objects: null };
  const [{ openS3 }, { createS3Storage }] = [await import('./s3-objects.ts'), await import('./s3-storage.ts')];
  const objects = openS3(s3);
  const storage = await createS3Storage({
    objects,
    scratch: path.join(dataDir, 'scratch'),
    processId,
    cacheBytes: s3.cacheBytes,
    accelPath: s3.accelPath,
  });
  return { storage, objects };
}
