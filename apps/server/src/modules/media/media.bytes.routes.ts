import { mediaKey, parseMediaKey, renditionQuery } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { personOf } from '../../plugins/access-gate.ts';
import { authorize, type Person } from '../access/index.ts';
import { type FileRow, findFile } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import type { RenditionRequest, Renditions } from './media.renditions.ts';
import { downloadName, titleOf } from './media.rules.ts';
import { attachmentHeader, isUnchanged, sendStored, setMediaHeaders } from './media.send.ts';

export interface BytesRoutesDeps {
  deps: Pick<MediaDeps, 'db' | 'storage'>;
  renditions: Renditions;
}

const tags = ['media bytes'];
const config = { access: 'bytes' } as const;
const token = z.string().max(200).optional();
const streamQuery = z.object({ token });
const streamParams = z.object({ key: z.uuid() });
const partParams = z.object({ key: z.uuid(), part: z.string().regex(/^(main\.m3u8|init\.mp4|seg_\d{1,6}\.m4s)$/) });
const downloadQuery = z.object({ key: mediaKey, token });

const partTypes: Record<string, string> = { m3u8: 'application/vnd.apple.mpegurl', mp4: 'video/mp4', m4s: 'video/iso.segment' };

export const bytesRoutes: FastifyPluginAsyncZod<BytesRoutesDeps> = async (app, { deps: { db, storage }, renditions }) => {
  const readable = async (actor: Person, key: string): Promise<FileRow> => {
    await authorize(db, actor, 'file.read', [key]);
    const file = await findFile(db, key);
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  };

  const sendRendition = async (request: FastifyRequest, reply: FastifyReply, asked: RenditionRequest) => {
    const found = await renditions.locate(personOf(request), asked);
    setMediaHeaders(reply, found.name);
    if (isUnchanged(request, found.name)) return reply.code(304).send();
    const { body, mimetype, sizeBytes } = await renditions.open(found).catch((error) => {
      // A refusal is not the picture, and must not be kept as if it were.
      reply.header('cache-control', 'no-store').removeHeader('etag').removeHeader('content-disposition');
      throw error;
    });
    return reply.type(mimetype).header('content-length', sizeBytes).send(body);
  };

  app.get('/uploads', { config, schema: { tags, querystring: renditionQuery } }, async (request, reply) => {
    return sendRendition(request, reply, request.query);
  });

  app.get('/uploads/media/download', { config, schema: { tags, querystring: downloadQuery } }, async (request, reply) => {
    const key = parseMediaKey(request.query.key);
    const file = await readable(personOf(request), key?.fileId ?? '');
    if (key?.rotation) {
      reply.header('content-disposition', attachmentHeader(`${titleOf(file.original_name)}.jpg`));
      return sendRendition(request, reply, { key: request.query.key, fit: 'inside', isForKeeping: true });
    }
    if (file.sha256 === null) throw new AppError('NOT_FOUND');
    const attachment = downloadName(file.original_name, file.mimetype);
    return sendStored(storage, request, reply, { ...sendable(file), attachment });
  });

  app.get('/streams/:key', { config, schema: { tags, params: streamParams, querystring: streamQuery } }, async (request, reply) => {
    const file = await readable(personOf(request), request.params.key);
    if (file.role !== 'mp4') throw new AppError('NOT_FOUND');
    return sendStored(storage, request, reply, sendable(file));
  });

  app.get('/streams/:key/:part', { config, schema: { tags, params: partParams, querystring: streamQuery } }, async (request, reply) => {
    const { key, part } = request.params;
    const file = await readable(personOf(request), key);
    const storageKey = `${file.storage_key}/${part}`;
    const found = file.role === 'hls' ? await storage.stat(storageKey) : undefined;
    if (!found) throw new AppError('NOT_FOUND');
    const mimetype = partTypes[part.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return sendStored(storage, request, reply, { storageKey, sizeBytes: found.sizeBytes, mimetype, etag: `${key}-${part}` });
  });
};

const sendable = (file: FileRow) => ({
  storageKey: file.storage_key,
  sizeBytes: file.size_bytes,
  mimetype: file.mimetype,
  etag: file.sha256 ?? file.id,
});
