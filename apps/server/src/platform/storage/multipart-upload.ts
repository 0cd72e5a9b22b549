import { open } from 'node:fs/promises';
import { createConcurrencyLimiter } from '../concurrency-limiter.ts';
import { type ObjectStore, PART_BYTES } from './object-store.ts';

/** Maximum number of parts in memory, per process. */
const MAX_CONCURRENT_PARTS = 6;
const MAX_QUEUED = 100_000;
const freeBuffers: Buffer[] = [];
const limitConcurrency = createConcurrencyLimiter({ lanes: MAX_CONCURRENT_PARTS, waiting: MAX_QUEUED });

/** Lends one of the few part buffers; waits until one is free. */
export const withPartBuffer = <T>(use: (buffer: Buffer) => Promise<T>): Promise<T> =>
  limitConcurrency(async () => {
    const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
    try {
      return await use(buffer);
    } finally {
      freeBuffers.push(buffer);
    }
  });

/** Reads from the position until the buffer is full or the file ends. */
export async function readPart(file: string, start: number, buffer: Buffer): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await handle.close();
  }
}

/** Uploads a local file, in several parts when it is larger than one. Returns once the store has acknowledged the complete object; a failed upload leaves no object. */
export async function uploadFileInParts(store: ObjectStore, key: string, file: string, sizeBytes: number): Promise<void> {
  if (sizeBytes <= PART_BYTES) return withPartBuffer(async (buffer) => store.put(key, await readPart(file, 0, buffer)));
  const upload = await store.startMultipartUpload(key);
  try {
    const starts = Array.from({ length: Math.ceil(sizeBytes / PART_BYTES) }, (_, index) => index * PART_BYTES);
    const sent = await Promise.allSettled(
      starts.map((start, index) =>
        withPartBuffer(async (buffer) => store.putPart(key, upload, index + 1, await readPart(file, start, buffer))),
      ),
    );
    const failed = sent.find((part) => part.status === 'rejected');
    if (failed) throw failed.reason;
    await store.completeMultipartUpload(
      key,
      upload,
      sent.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : [])),
      sizeBytes,
    );
  } catch (error) {
    // Report the original error; remaining parts expire by the bucket's lifecycle rule.
    await store.abortMultipartUpload(key, upload).catch(() => undefined);
    throw error;
  }
}
