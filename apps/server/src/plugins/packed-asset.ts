import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Higher levels save a few per cent and take seconds for megabytes. */
const BROTLI_LEVEL = 5;

interface Packed {
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

interface Asset {
  contentType: string;
  cacheControl: string;
  /** Called for the first request, since most processes are never asked for the asset. */
  make(): string | Promise<string>;
}

/** Returns a handler that makes a text once, compresses it in the thread pool and from then on sends the same bytes, or 304. */
export function createPackedAsset({ contentType, cacheControl, make }: Asset) {
  let packed: Promise<Packed> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    packed ??= pack(make).catch((error: unknown) => {
      packed = undefined;
      throw error;
    });
    const { etag, ...encoded } = await packed;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': cacheControl });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type(contentType);
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    if (encoding) return reply.header('content-encoding', encoding).send(encoded[encoding]);
    return reply.send(await promisify(gunzip)(encoded.gzip));
  };
}

async function pack(make: Asset['make']): Promise<Packed> {
  const text = await make();
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(text, { params }), promisify(gzip)(text)]);
  // Weak: the same tag stands for each encoding.
  return { etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`, br, gzip: zipped };
}
