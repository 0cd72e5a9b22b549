import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { findFile, receive, removeBytes } from '../files/index.ts';
import { assertWithin, type Reservations } from '../media/index.ts';
import type { UploadsDeps } from './uploads.deps.ts';
import type { Store } from './uploads.storing.ts';

const RESERVED_MINUTES = 15;
const EXTEND_EVERY_MS = 5 * 60_000;
const FIRST_STEP_BYTES = 16 * 1024 * 1024;
const LARGEST_STEP_BYTES = 256 * 1024 * 1024;
const SMALLEST_STEP_BYTES = 512 * 1024;

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
  /** Leaves nothing behind, at whatever point it is called. */
  discard(): Promise<void>;
}

type StreamDeps = Pick<UploadsDeps, 'db' | 'storage' | 'clock'>;

export function createStreamUploads({ db, storage, clock }: StreamDeps, store: Store, reservations: Reservations) {
  return async (actor: Person, { albumId, fileName, expectedBytes }: StreamRequest): Promise<StreamUpload> => {
    const room = createRoom(reservations, actor, albumId, clock);
    const fileId = await room.begin(expectedBytes);
    const tempPath = storage.tempPath();
    let received: Awaited<ReturnType<typeof receive>> | undefined;
    return {
      async receive(source) {
        const withinRoom = Readable.from(room.follow(source.iterator({ destroyOnReturn: false })));
        received = await receive(withinRoom, tempPath, (sizeBytes) => assertWithin(sizeBytes, LIMITS.fileBytes));
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
        if (!(await findFile(db, fileId))) await removeBytes(storage, fileId);
      },
    };
  };
}

/** Promises in steps, each made before the bytes that need it are taken; small ones at the end, so that what fits gets in. */
function createRoom(reservations: Reservations, actor: Person, albumId: string, clock: UploadsDeps['clock']) {
  const ids: string[] = [];
  let promisedBytes = 0;
  let stepBytes = FIRST_STEP_BYTES;
  let extendedAt = clock.now().getTime();

  const promise = async (sizeBytes: number): Promise<string> => {
    const id = await reservations.reserve(actor, { albumId, sizeBytes, minutes: RESERVED_MINUTES });
    ids.push(id);
    promisedBytes += sizeBytes;
    return id;
  };
  /** As much as the step says, or what is left of the room. */
  const promiseStep = async (): Promise<string> => {
    try {
      const id = await promise(stepBytes);
      stepBytes = Math.min(stepBytes * 2, LARGEST_STEP_BYTES);
      return id;
    } catch (error) {
      if (stepBytes <= SMALLEST_STEP_BYTES || !isNoRoom(error)) throw error;
      stepBytes /= 2;
      return promiseStep();
    }
  };
  const keep = async () => {
    const now = clock.now().getTime();
    if (now - extendedAt < EXTEND_EVERY_MS) return;
    extendedAt = now;
    for (const id of ids) await reservations.extend(id, RESERVED_MINUTES);
  };

  return {
    begin: (expectedBytes: number | undefined): Promise<string> => (expectedBytes ? promise(expectedBytes) : promiseStep()),
    async *follow(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let seenBytes = 0;
      for await (const chunk of source) {
        seenBytes += chunk.length;
        while (seenBytes > promisedBytes) await promiseStep();
        await keep();
        yield chunk;
      }
    },
    async release(): Promise<void> {
      for (const id of ids.splice(0)) await reservations.release(id);
    },
  };
}

const isNoRoom = (error: unknown) => error instanceof AppError && ['QUOTA_EXCEEDED', 'ALBUM_FULL', 'DISK_FULL'].includes(error.code);
