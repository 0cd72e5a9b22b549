export const BIG_BYTES = 1e9;
const CHUNK_BYTES = 64 * 1024;

/** Generates a file with the signature of an MP4 followed by noise, in chunks as large as a socket delivers. Each mark makes a different file. */
export function* generateBigFile(mark = ''): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < CHUNK_BYTES; at++) chunk[at] = (at * 2_654_435_761) >>> 11;
  const head = Buffer.from(chunk);
  head.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
  head.write(mark, 64, 'latin1');
  let sent = 0;
  for (; sent + CHUNK_BYTES <= BIG_BYTES; sent += CHUNK_BYTES) yield sent === 0 ? head : chunk;
  yield chunk.subarray(0, BIG_BYTES - sent);
}
