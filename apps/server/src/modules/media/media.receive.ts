import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { noRoomAsAppError } from '../../platform/storage/no-room.ts';

/** What one write takes to the disk at most; with the stream's own buffer, all the memory an upload needs. */
const CHUNK_BYTES = 1024 * 1024;

export interface Received {
  sha256: string;
  sizeBytes: number;
}

/**
 * Writes a stream to a file, with the checksum on the way. `onBytes` sees the size so far and may throw to stop it.
 * The file is removed when anything goes wrong.
 */
export async function receive(source: Readable, target: string, onBytes: (sizeBytes: number) => void = () => undefined): Promise<Received> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    highWaterMark: CHUNK_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      try {
        onBytes(sizeBytes);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    await noRoomAsAppError(() => pipeline(source, meter, createWriteStream(target, { flags: 'wx', highWaterMark: CHUNK_BYTES })));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** The checksum of a file that is there already. */
export async function digest(file: string): Promise<Received> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    hash.update(chunk as Buffer);
    sizeBytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}
