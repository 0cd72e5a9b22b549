import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that is compressed once and sent many times. */
export interface PackedText {
  contentType: string;
  cacheControl: string;
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

interface TextToPack extends Pick<PackedText, 'contentType' | 'cacheControl'> {
  text: string;
  /** Brotli quality, 0 to 11. Above 5, megabytes take seconds. */
  quality: number;
}

/** Compresses a text in the thread pool. */
export async function packText({ text, quality, ...headers }: TextToPack): Promise<PackedText> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(text, { params }), promisify(gzip)(text)]);
  // Weak: the same tag stands for each encoding.
  return { ...headers, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`, br, gzip: zipped };
}

/** Sends the text in an encoding that the client accepts, or 304. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: PackedText): Promise<void> {
  const { etag, contentType, cacheControl } = packed;
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': cacheControl });
  if (request.headers['if-none-match'] === etag) return void reply.code(304).send();
  reply.type(contentType);
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  if (encoding) return void reply.header('content-encoding', encoding).send(packed[encoding]);
  void reply.send(await promisify(gunzip)(packed.gzip));
}

/** Returns a handler that makes and compresses a text at the first request, since most processes are never asked for it. */
export function createPackedAsset(make: () => Promise<TextToPack>) {
  let packed: Promise<PackedText> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    packed ??= make()
      .then(packText)
      .catch((error: unknown) => {
        packed = undefined;
        throw error;
      });
    await sendPacked(request, reply, await packed);
    return reply;
  };
}
