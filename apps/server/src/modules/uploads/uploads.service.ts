import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type AcceptedFiles, LIMITS, type UploadedFile } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import type { RunInTurn } from '../../plugins/account-gates.ts';
import type { Person } from '../access/index.ts';
import { assertWithinReservation, type StorageReservations } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { deleteFileBytes, type FileRow, findFile, writeStreamToFile } from '../files/index.ts';
import type { Ingest } from './ingest.service.ts';

/** A promise outlives a server that died by this much. */
const RESERVED_MINUTES = 15;
const EXTEND_INTERVAL_MS = 5 * 60_000;

interface ReceivedFile {
  fileName: string;
  /** Size of the request's body, which is never smaller than the file in it. Undefined when the request does not state it. */
  declaredBytes: number | undefined;
  /** Receiving the bytes takes as long as the client's network needs, so only the database work before and after it waits. */
  runInTurn: RunInTurn;
}

interface IncomingFile extends Pick<ReceivedFile, 'fileName' | 'runInTurn'> {
  /** At least its size. */
  promisedBytes: number;
}

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

  /** Stores one file under a reservation and returns its id. */
  const receive = async (actor: Person, body: Readable, { fileName, promisedBytes, runInTurn }: IncomingFile): Promise<string> => {
    // The album, if any, is chosen later.
    const fileId = await runInTurn(() =>
      reservations.reserve(actor, { albumId: null, sizeBytes: promisedBytes, minutes: RESERVED_MINUTES }),
    );
    const stopKeeping = extendWhile(fileId);
    const tempPath = storage.tempPath();
    try {
      const received = await writeStreamToFile(body, tempPath, (sizeBytes) => assertWithinReservation(sizeBytes, promisedBytes));
      await store.store(actor, { ...received, fileName, runInTurn, fileId, tempPath, albumId: null });
      return fileId;
    } catch (error) {
      await rm(tempPath, { force: true });
      await reservations.release(fileId);
      // Only when no row speaks of the bytes: the failure may have come after the commit.
      if (!(await findFile(db, fileId))) await deleteFileBytes(storage, fileId);
      throw error;
    } finally {
      stopKeeping();
    }
  };

  return {
    readAcceptedFiles: async (): Promise<AcceptedFiles> => ({ office: await tools.office.isAvailable() }),

    /** Reserves space, receives the file and stores it. */
    async store(actor: Person, body: Readable, { fileName, declaredBytes, runInTurn }: ReceivedFile): Promise<UploadedFile> {
      tools.warmForPictures();
      const promisedBytes = Math.min(declaredBytes ?? LIMITS.fileBytes, LIMITS.fileBytes);
      const file = await findFile(db, await receive(actor, body, { fileName, promisedBytes, runInTurn }));
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
