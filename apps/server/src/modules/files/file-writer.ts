import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import { countStreamedBytes } from '../../platform/garbage-collection.ts';
import { type Checksum, followChecksum } from '../../platform/storage/checksum.ts';
import { translateDiskFull } from '../../platform/storage/disk-full.ts';

/** Write buffer. Together with the buffer of the source stream, this is all the memory that an upload needs. */
const BUFFER_BYTES = 1024 * 1024;
/** Larger files are hashed in a separate thread. */
const INLINE_HASH_MAX_BYTES = 4 * 1024 * 1024;
/** Bytes between two progress messages to the checksum thread. */
const CHECKSUM_PROGRESS_BYTES = 4 * 1024 * 1024;

export interface FileDigest {
  sha256: string;
  sizeBytes: number;
}

/**
 * Writes a stream to a file, flushes it and computes the checksum. `onBytes` receives the current size and may throw to abort.
 * The file is deleted after any error.
 */
export async function writeStreamToFile(
  source: Readable,
  target: string,
  onBytes: (sizeBytes: number) => void = () => undefined,
): Promise<FileDigest> {
  const file = createWriteStream(target, { flags: 'wx', highWaterMark: BUFFER_BYTES, flush: true });
  // The next write reports an error that occurs between two writes. Without a listener, the error would end the process.
  file.on('error', () => undefined);
  const checksum = createChecksum(target, file);
  try {
    return await translateDiskFull(async () => {
      let sizeBytes = 0;
      for await (const chunk of source as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        countStreamedBytes(chunk.length);
        onBytes(sizeBytes);
        checksum.addBytes(chunk);
        if (!file.write(chunk)) await waitForDrain(file);
      }
      await waitForFinish(file);
      // The disk flushes while the last bytes are still being hashed.
      const [sha256] = await Promise.all([checksum.finish(sizeBytes), waitForClose(file)]);
      return { sha256, sizeBytes };
    });
  } catch (error) {
    checksum.abandon();
    file.destroy();
    await rm(target, { force: true });
    if (isDisconnect(error)) throw new AppError('BODY_INVALID', 'The upload was interrupted. Try again.', { cause: error });
    throw error;
  }
}

/** Hashes small files inline. For large files, a separate thread reads the file while it is written. */
function createChecksum(target: string, file: { bytesWritten: number }) {
  const hash = createHash('sha256');
  let receivedBytes = 0;
  let reportedBytes = 0;
  let follower: Checksum | undefined;
  return {
    addBytes(chunk: Buffer): void {
      receivedBytes += chunk.length;
      if (receivedBytes > INLINE_HASH_MAX_BYTES) {
        follower ??= followChecksum(target);
        if (file.bytesWritten - reportedBytes < CHECKSUM_PROGRESS_BYTES) return;
        reportedBytes = file.bytesWritten;
        follower.update(reportedBytes);
      } else {
        hash.update(chunk);
      }
    },
    finish: async (sizeBytes: number): Promise<string> => (follower ? follower.finish(sizeBytes) : hash.digest('hex')),
    abandon: (): void => follower?.abandon(),
  };
}

const waitForDrain = (file: Writable): Promise<void> => waitForEvent(file, 'drain');

function waitForFinish(file: Writable): Promise<void> {
  const done = waitForEvent(file, 'finish');
  file.end();
  return done;
}

const waitForClose = async (file: Writable): Promise<void> => (file.closed ? undefined : waitForEvent(file, 'close'));

function waitForEvent(file: Writable, event: 'drain' | 'finish' | 'close'): Promise<void> {
  return new Promise((resolve, reject) => {
    const succeed = () => settle(resolve);
    const fail = (error: Error) => settle(() => reject(error));
    const settle = (complete: () => void) => {
      file.off(event, succeed).off('error', fail);
      complete();
    };
    if (file.errored) return reject(file.errored);
    file.once(event, succeed).once('error', fail);
  });
}

const DISCONNECT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);
const isDisconnect = (error: unknown): boolean => DISCONNECT_CODES.has((error as NodeJS.ErrnoException).code ?? '');

/** Returns the checksum of an existing file. */
export async function hashFile(file: string): Promise<FileDigest> {
  const { size } = await stat(file);
  return { sha256: await followChecksum(file).finish(size), sizeBytes: size };
}
