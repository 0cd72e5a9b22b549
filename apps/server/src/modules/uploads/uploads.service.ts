import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type AcceptedFiles, LIMITS, type UploadedFile } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { RunInTurn } from '../../plugins/account-gates.ts';
import type { Person } from '../access/index.ts';
import { assertWithinReservation, type StorageReservations } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { deleteFileBytes, type FileRow, findFile, writeStreamToFile } from '../files/index.ts';
import type { Ingest, IngestRequest, IngestResult } from './ingest.service.ts';

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

  /** Stores one file under a reservation. */
  const receive = async (
    actor: Person,
    body: Readable,
    { promisedBytes, albumId, prepareDetails, ...upload }: IncomingFile,
  ): Promise<IngestResult> => {
    const reserve = () => reservations.reserve(actor, { albumId, sizeBytes: promisedBytes, minutes: RESERVED_MINUTES });
    const fileId = await (upload.runInTurn?.(reserve) ?? reserve());
    const stopKeeping = extendWhile(fileId);
    const tempPath = storage.tempPath();
    try {
      const received = await writeStreamToFile(body, tempPath, (sizeBytes) => assertWithinReservation(sizeBytes, promisedBytes));
      const insertDetails = await prepareDetails?.(fileId);
      return await store.store(actor, { ...received, ...upload, fileId, tempPath, albumId, insertDetails });
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
      // The album, if any, is chosen later.
      const { fileId } = await receive(actor, body, { fileName, promisedBytes, albumId: null, runInTurn });
      const file = await findFile(db, fileId);
      if (!file) throw new AppError('NOT_FOUND');
      return presentUploadedFile(file);
    },

    /**
     * Stores content that the server made for an account, such as the settings of a widget. Returns the ids of the file and of the media in the album.
     * NOT_FOUND, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, TOO_MANY_UPLOADS, DISK_FULL.
     */
    storeContent: (actor: Person, bytes: Buffer, content: NewContent): Promise<IngestResult> =>
      receive(actor, Readable.from([bytes]), { ...content, promisedBytes: bytes.length }),
  };
}

interface IncomingFile extends Pick<IngestRequest, 'fileName' | 'content' | 'name' | 'albumId' | 'runInTurn'> {
  /** At least its size. */
  promisedBytes: number;
  /**
   * Stores what belongs to the file, such as its derivatives, and returns a function that inserts the rows of it. If either fails, the bytes of the file and of
   * all its derivatives are deleted.
   */
  prepareDetails?: (fileId: string) => Promise<(tx: Tx) => Promise<void>>;
}

export type NewContent = Omit<IncomingFile, 'promisedBytes' | 'runInTurn'> & Required<Pick<IncomingFile, 'content' | 'prepareDetails'>>;

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
