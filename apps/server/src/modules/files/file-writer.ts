import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../../platform/errors.ts';
import { countReceivedBytes } from '../../platform/garbage-collection.ts';
import { type Checksum, followChecksum } from '../../platform/storage/checksum.ts';
import { translateDiskFull } from '../../platform/storage/disk-full.ts';

/** Buffered for the disk: with the stream's own buffer, all the memory an upload needs. */
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
 * Writes a stream to a file and flushes it, with the checksum on the way. `onBytes` sees the size so far and may throw to stop it.
 * The file is removed when anything goes wrong.
 */
export async function writeStreamToFile(
  source: Readable,
  target: string,
  onBytes: (sizeBytes: number) => void = () => undefined,
): Promise<FileDigest> {
  const file = createWriteStream(target, { flags: 'wx', highWaterMark: BUFFER_BYTES, flush: true });
  // An error between two writes is met by the next one; without a listener it would end the process.
  file.on('error', () => undefined);
  const checksum = createChecksum(target, file);
  try {
    return await translateDiskFull(async () => {
      let sizeBytes = 0;
      for await (const chunk of source as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        countReceivedBytes(chunk.length);
        onBytes(sizeBytes);
        checksum.addBytes(chunk);
        if (!file.write(chunk)) await waitForDrain(file);
      }
      await waitForFinish(file);
      // The disk flushes what it was given while the last of it is still being hashed.
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

/** Small files are hashed as they pass; for large ones a thread follows the file. */
function createChecksum(target: string, file: { bytesWritten: number }) {
  const hash = createHash('sha256');
  let seen = 0;
  let reportedBytes = 0;
  let follower: Checksum | undefined;
  return {
    addBytes(chunk: Buffer): void {
      seen += chunk.length;
      if (seen > INLINE_HASH_MAX_BYTES) {
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
    const pass = () => settle(resolve);
    const fail = (error: Error) => settle(() => reject(error));
    const settle = (how: () => void) => {
      file.off(event, pass).off('error', fail);
      how();
    };
    if (file.errored) return reject(file.errored);
    file.once(event, pass).once('error', fail);
  });
}

const DISCONNECT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);
const isDisconnect = (error: unknown): boolean => DISCONNECT_CODES.has((error as NodeJS.ErrnoException).code ?? '');

/** Returns the checksum of an existing file. */
export async function hashFile(file: string): Promise<FileDigest> {
  const { size } = await stat(file);
  return { sha256: await followChecksum(file).finish(size), sizeBytes: size };
}
