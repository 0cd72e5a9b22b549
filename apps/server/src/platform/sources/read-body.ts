import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchError } from './fetch-error.ts';

/** Compression formats that responses may use, for the Accept-Encoding header. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

const DECODERS: ReadonlyMap<string, (() => Transform) | null> = new Map([
  ['', null],
  ['identity', null],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Reads a response of at most `maxBytes` after decompression. Compressed responses may not be larger either, so that endless empty blocks are refused.
 * Closes the body in any case. Throws FetchError and errors of the streams.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const createDecoder = DECODERS.get(encoding.trim().toLowerCase());
  if (createDecoder === undefined) {
    discardBody(body);
    throw new FetchError('encodingUnsupported');
  }
  const decoder = createDecoder?.();
  try {
    const received = limitBytes(body, maxBytes);
    const chunks: Buffer[] = [];
    for await (const chunk of decoder ? limitBytes(pipeInto(received, decoder), maxBytes) : received) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    decoder?.on('error', () => undefined).destroy();
    discardBody(body);
  }
}

/** Ends a body that is not read. Without a listener, an error while it is destroyed would end the process. */
export function discardBody(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

async function* limitBytes(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > maxBytes) throw new FetchError('tooLarge');
    yield chunk;
  }
}

/** Feeds a decoder and returns it. Errors of the source destroy the decoder. */
function pipeInto(source: AsyncIterable<Buffer>, decoder: Transform): Transform {
  const feed = async () => {
    for await (const chunk of source) {
      if (decoder.destroyed) return;
      if (!decoder.write(chunk)) await new Promise<void>((resolve) => decoder.once('drain', resolve).once('close', resolve));
    }
    decoder.end();
  };
  feed().catch((error: Error) => decoder.destroy(error));
  return decoder;
}
