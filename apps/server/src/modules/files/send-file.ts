import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, Storage } from '../../platform/storage/storage.ts';
import { parseRange } from './files.rules.ts';

export interface Sendable {
  storageKey: string;
  sizeBytes: number;
  mimetype: string;
  /** Without quotes. */
  etag: string;
  /** When given, the browser saves it under this name instead of showing it. */
  attachment?: string;
}

/** Headers for uploaded bytes and their derivatives, which only image and video elements may show. */
export function setFileHeaders(reply: FastifyReply, etag: string): void {
  reply.header('etag', `"${etag}"`);
  // A key's bytes never change; `private`, since who may see them does.
  reply.header('cache-control', 'private, max-age=31536000, immutable');
  reply.header('content-security-policy', "sandbox; default-src 'none'");
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'same-origin');
}

export const isUnchanged = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${etag}"`);

/** Sends a stored file whole, in part (206), only its head (HEAD), or not at all (304, 416). */
export async function sendStoredFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sendable,
): Promise<FastifyReply> {
  setFileHeaders(reply, file.etag);
  if (isUnchanged(request, file.etag)) return reply.code(304).send();
  reply.header('accept-ranges', 'bytes');
  const ifRange = request.headers['if-range'];
  const isRangeValid = ifRange === undefined || ifRange === `"${file.etag}"`;
  const range = parseRange(isRangeValid ? request.headers.range : undefined, file.sizeBytes);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).header('cache-control', 'no-store').send();
  }
  if (file.attachment !== undefined) reply.header('content-disposition', formatAttachmentHeader(file.attachment));
  reply.type(file.mimetype);
  const redirect = request.method === 'HEAD' ? undefined : await storage.getRedirect(file.storageKey);
  // The proxy answers the range itself, from the store.
  if (redirect) return reply.header('x-accel-redirect', redirect).send();
  if (range === 'all') return reply.header('content-length', file.sizeBytes).send(await openBody(storage, request, file));
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  return reply.header('content-length', range.end - range.start + 1).send(await openBody(storage, request, file, range));
}

const openBody = async (storage: Storage, request: FastifyRequest, file: Sendable, range?: ByteRange): Promise<Readable> =>
  request.method === 'HEAD' ? Readable.from([]) : storage.openRead(file.storageKey, range);

/** RFC 6266: a plain name for old clients, the true one in UTF-8. */
export function formatAttachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
