import { open } from 'node:fs/promises';
import { countStreamedBytes } from '../garbage-collection.ts';

const BUFFER_BYTES = 1024 * 1024;
const MAX_FREE_BUFFERS = 8;
/** Used again and again: what a socket brings is copied and forgotten while it is young, which spares the memory's collector. */
const freeBuffers: Buffer[] = [];

/**
 * Writes a stream into an existing file from `offset` on, and returns its end. `onGrown` is called for every written piece. When the stream breaks off, the
 * bytes that arrived are written first.
 */
export async function writeStreamAt(
  file: string,
  offset: number,
  source: AsyncIterable<Buffer>,
  onGrown: (end: number) => void,
): Promise<number> {
  const buffer = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  const handle = await open(file, 'r+');
  let [end, filled] = [offset, 0];
  const flush = async () => {
    for (let at = 0; at < filled; ) at += (await handle.write(buffer, at, filled - at, end + at)).bytesWritten;
    end += filled;
    filled = 0;
    onGrown(end);
  };
  try {
    for await (const chunk of source) {
      countStreamedBytes(chunk.length);
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(buffer, filled, at);
        at += copied;
        filled += copied;
        if (filled === buffer.length) await flush();
      }
    }
    return end + filled;
  } finally {
    await flush().finally(() => handle.close());
    if (freeBuffers.length < MAX_FREE_BUFFERS) freeBuffers.push(buffer);
  }
}
