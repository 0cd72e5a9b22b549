import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { assertWithinReservation, type StorageReservations } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { deleteFileBytes, findFile, writeStreamToFile } from '../files/index.ts';
import type { Ingest } from './ingest.service.ts';

const RESERVED_MINUTES = 15;
const EXTEND_INTERVAL_MS = 5 * 60_000;
const FIRST_RESERVATION_BYTES = 16 * 1024 * 1024;
const MAX_RESERVATION_BYTES = 256 * 1024 * 1024;
const MIN_RESERVATION_BYTES = 512 * 1024;

export interface StreamRequest {
  albumId: string;
  fileName: string;
  /** When it is known how much will come. */
  expectedBytes?: number;
}

/** A file that flows into an album from a protocol that may not say how large it is. */
export interface StreamUpload {
  /** Takes the bytes to a temporary file; refuses as soon as there is no room for them, and leaves the source open then. */
  receive(source: Readable): Promise<void>;
  /** Makes them a media of the album, and answers its id. */
  commit(): Promise<string>;
  /** Cleans up completely, at any point. */
  discard(): Promise<void>;
}

type StreamDeps = Pick<Platform, 'db' | 'storage' | 'clock'>;

export function createStreamUploads({ db, storage, clock }: StreamDeps, store: Ingest, reservations: StorageReservations) {
  return async (actor: Person, { albumId, fileName, expectedBytes }: StreamRequest): Promise<StreamUpload> => {
    const room = createGrowingReservation(reservations, actor, albumId, clock);
    const fileId = await room.begin(expectedBytes);
    const tempPath = storage.tempPath();
    let received: Awaited<ReturnType<typeof writeStreamToFile>> | undefined;
    return {
      async receive(source) {
        const withinRoom = Readable.from(room.growTo(source.iterator({ destroyOnReturn: false })));
        received = await writeStreamToFile(withinRoom, tempPath, (sizeBytes) => assertWithinReservation(sizeBytes, LIMITS.fileBytes));
      },
      async commit() {
        if (!received) throw new AppError('BODY_INVALID');
        const { mediaId } = await store.store(actor, { ...received, fileId, tempPath, fileName, albumId });
        await room.release();
        if (!mediaId) throw new AppError('NOT_FOUND');
        return mediaId;
      },
      async discard() {
        await rm(tempPath, { force: true });
        await room.release();
        // Only when no row speaks of the bytes: the failure may have come after the commit.
        if (!(await findFile(db, fileId))) await deleteFileBytes(storage, fileId);
      },
    };
  };
}

/** Promises in steps, each made before the bytes that need it are taken; small ones at the end, so that what fits gets in. */
function createGrowingReservation(reservations: StorageReservations, actor: Person, albumId: string, clock: Platform['clock']) {
  const ids: string[] = [];
  let promisedBytes = 0;
  let stepBytes = FIRST_RESERVATION_BYTES;
  let extendedAt = clock.now().getTime();

  const reserveBytes = async (sizeBytes: number): Promise<string> => {
    const id = await reservations.reserve(actor, { albumId, sizeBytes, minutes: RESERVED_MINUTES });
    ids.push(id);
    promisedBytes += sizeBytes;
    return id;
  };
  /** Reserves a step, or the remaining space. */
  const reserveStep = async (): Promise<string> => {
    try {
      const id = await reserveBytes(stepBytes);
      stepBytes = Math.min(stepBytes * 2, MAX_RESERVATION_BYTES);
      return id;
    } catch (error) {
      if (stepBytes <= MIN_RESERVATION_BYTES || !isCapacityError(error)) throw error;
      stepBytes /= 2;
      return reserveStep();
    }
  };
  const extendPeriodically = async () => {
    const now = clock.now().getTime();
    if (now - extendedAt < EXTEND_INTERVAL_MS) return;
    extendedAt = now;
    for (const id of ids) await reservations.extend(id, RESERVED_MINUTES);
  };

  return {
    begin: (expectedBytes: number | undefined): Promise<string> => (expectedBytes ? reserveBytes(expectedBytes) : reserveStep()),
    async *growTo(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let seenBytes = 0;
      for await (const chunk of source) {
        seenBytes += chunk.length;
        while (seenBytes > promisedBytes) await reserveStep();
        await extendPeriodically();
        yield chunk;
      }
    },
    async release(): Promise<void> {
      for (const id of ids.splice(0)) await reservations.release(id);
    },
  };
}

const isCapacityError = (error: unknown) => error instanceof AppError && ['QUOTA_EXCEEDED', 'ALBUM_FULL', 'DISK_FULL'].includes(error.code);
