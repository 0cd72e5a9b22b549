import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { LIMITS, type UploadedFile } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { assertWithinReservation, type StorageReservations } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { deleteFileBytes, type FileRow, findFile, writeStreamToFile } from '../files/index.ts';
import type { Ingest } from './ingest.service.ts';

/** A promise outlives a server that died by this much. */
const RESERVED_MINUTES = 15;
const EXTEND_INTERVAL_MS = 5 * 60_000;

/** The simple path: one request brings the whole file. */
export function createUploadsService(
  { db, storage, log, tools }: Pick<Platform, 'db' | 'storage' | 'log' | 'tools'>,
  store: Ingest,
  reservations: StorageReservations,
) {
  /** Holds the promise for as long as bytes flow. */
  const extendWhile = (id: string) => {
    const timer = setInterval(() => {
      reservations.extend(id, RESERVED_MINUTES).catch((error) => log.warn({ err: error }, 'a reservation was not extended'));
    }, EXTEND_INTERVAL_MS);
    timer.unref();
    return () => clearInterval(timer);
  };

  return {
    /** `declaredBytes`: what the request says it brings; never less than the file in it. */
    async store(
      actor: Person,
      body: Readable,
      { fileName, declaredBytes }: { fileName: string; declaredBytes: number | undefined },
    ): Promise<UploadedFile> {
      const promisedBytes = Math.min(declaredBytes ?? LIMITS.fileBytes, LIMITS.fileBytes);
      const fileId = await reservations.reserve(actor, { albumId: null, sizeBytes: promisedBytes, minutes: RESERVED_MINUTES });
      tools.warmForPictures();
      const stopKeeping = extendWhile(fileId);
      const tempPath = storage.tempPath();
      try {
        const received = await writeStreamToFile(body, tempPath, (sizeBytes) => assertWithinReservation(sizeBytes, promisedBytes));
        await store.store(actor, { ...received, fileId, tempPath, fileName, albumId: null });
      } catch (error) {
        await rm(tempPath, { force: true });
        await reservations.release(fileId);
        // Only when no row speaks of the bytes: the failure may have come after the commit.
        if (!(await findFile(db, fileId))) await deleteFileBytes(storage, fileId);
        throw error;
      } finally {
        stopKeeping();
      }
      const file = await findFile(db, fileId);
      if (!file) throw new AppError('NOT_FOUND');
      return presentUploadedFile(file);
    },
  };
}

export type UploadsService = ReturnType<typeof createUploadsService>;

export const presentUploadedFile = (file: FileRow): UploadedFile => ({
  key: file.id,
  originalname: file.original_name,
  mimetype: file.mimetype,
  location: `uploads?key=${file.id}`,
  size: file.size_bytes,
  filename: file.original_name,
  metadata: { mimetype: file.mimetype, fileName: file.original_name },
});
