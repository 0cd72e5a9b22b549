import { Readable } from 'node:stream';
import { NotStoredError } from './not-stored-error.ts';
import type { ByteRange } from './storage.ts';

const MAX_RETRIES = 4;

/**
 * The bytes of an object as one stream, also where the connection to the store breaks in the middle: what is left is asked for again. Fails at once when
 * the key names nothing. `sizeBytes` of the object, where the range does not say where to end.
 */
export async function readWithRetry(
  get: (range: ByteRange | undefined) => Promise<Readable>,
  range: ByteRange | undefined,
  lastByte: () => Promise<number>,
): Promise<Readable> {
  const first = await get(range);
  return Readable.from(streamBytes(first, get, range, lastByte), { objectMode: false });
}

async function* streamBytes(
  first: Readable,
  get: (range: ByteRange | undefined) => Promise<Readable>,
  range: ByteRange | undefined,
  lastByte: () => Promise<number>,
): AsyncGenerator<Buffer> {
  let at = range?.start ?? 0;
  let source = first;
  for (let breaks = 0; ; ) {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (error instanceof NotStoredError || ++breaks > MAX_RETRIES) throw error;
      const end = range?.end ?? (await lastByte());
      if (at > end) return;
      source = await get({ start: at, end });
    }
  }
}
