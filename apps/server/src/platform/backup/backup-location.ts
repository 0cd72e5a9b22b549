import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createFileStorage } from '../storage/file-storage.ts';
import type { S3Settings } from '../storage/s3-settings.ts';
import type { Storage } from '../storage/storage.ts';

const STALE_UPLOAD_MS = 24 * 3_600_000;

interface OpenedBackupStorage {
  place: Storage;
  close(): Promise<void>;
}

/** Opens the destination of backups, with the same operations as the file storage. Stored objects are complete and durable, or do not exist. */
export async function openBackupStorage(address: { folder: string } | { s3: S3Settings }, processId: string): Promise<OpenedBackupStorage> {
  if ('folder' in address) {
    const place = await createFileStorage(address.folder, processId);
    await place.deleteStaleTempFiles(new Set([processId]), STALE_UPLOAD_MS);
    return { place, close: async () => undefined };
  }
  const [{ createS3ObjectStore }, { createS3Storage }] = [
    await import('../storage/s3-objects.ts'),
    await import('../storage/s3-storage.ts'),
  ];
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'vitrine-backup-'));
  const objects = createS3ObjectStore(address.s3);
  return {
    place: await createS3Storage({ objects, scratch, processId, cacheBytes: 0, accelPath: undefined }),
    async close() {
      objects.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
