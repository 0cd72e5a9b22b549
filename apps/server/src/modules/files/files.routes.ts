import { parseMediaKey } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/files.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../plugins/endpoints.ts';
import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { Downloads } from './files.downloads.ts';
import type { RenditionRequest, Renditions } from './files.renditions.ts';
import { downloadName, titleOf } from './files.rules.ts';
import { attachmentHeader, isUnchanged, sendStored, setMediaHeaders } from './files.send.ts';
import { type FileRow, findFile } from './files.store.ts';

export interface BytesRoutesDeps {
  deps: Pick<Platform, 'db' | 'storage'>;
  renditions: Renditions;
  downloads: Downloads;
}

interface Bytes {
  actor: Person;
  request: FastifyRequest;
  reply: FastifyReply;
}

const partTypes: Record<string, string> = { m3u8: 'application/vnd.apple.mpegurl', mp4: 'video/mp4', m4s: 'video/iso.segment' };

export async function bytesRoutes(app: FastifyInstance, { deps: { db, storage }, renditions, downloads }: BytesRoutesDeps): Promise<void> {
  const readable = async (actor: Person, key: string): Promise<FileRow> => {
    await authorize(db, actor, 'file.read', [key]);
    const file = await findFile(db, key);
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  };

  const sendRendition = async ({ actor, request, reply }: Bytes, asked: RenditionRequest) => {
    const found = await renditions.locate(actor, asked);
    setMediaHeaders(reply, found.name);
    if (isUnchanged(request, found.name)) return reply.code(304).send();
    const { body, mimetype, sizeBytes } = await renditions.open(found).catch((error) => {
      // A refusal is not the picture, and must not be kept as if it were.
      reply.header('cache-control', 'no-store').removeHeader('etag').removeHeader('content-disposition');
      throw error;
    });
    return reply.type(mimetype).header('content-length', sizeBytes).send(body);
  };

  serve(app, endpoints.readRendition, (call) => sendRendition(call, call.query));

  serve(app, endpoints.downloadFile, async ({ actor, query, request, reply }) => {
    const key = parseMediaKey(query.key);
    const picked = await downloads.pick(actor, key?.fileId ?? '', key?.rotation);
    if (picked.kind === 'made') {
      reply.header('content-disposition', attachmentHeader(`${titleOf(picked.name)}.jpg`));
      return sendRendition({ actor, request, reply }, picked.asked);
    }
    const { file } = picked;
    if (file.sha256 === null) throw new AppError('NOT_FOUND');
    const attachment = downloadName(picked.name, file.mimetype);
    return sendStored(storage, request, reply, { ...sendable(file), attachment });
  });

  serve(app, endpoints.readStream, async ({ actor, params, request, reply }) => {
    const file = await readable(actor, params.key);
    if (file.role !== 'mp4') throw new AppError('NOT_FOUND');
    return sendStored(storage, request, reply, sendable(file));
  });

  serve(app, endpoints.readStreamPart, async ({ actor, params: { key, part }, request, reply }) => {
    const file = await readable(actor, key);
    const storageKey = `${file.storage_key}/${part}`;
    const found = file.role === 'hls' ? await storage.stat(storageKey) : undefined;
    if (!found) throw new AppError('NOT_FOUND');
    const mimetype = partTypes[part.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return sendStored(storage, request, reply, { storageKey, sizeBytes: found.sizeBytes, mimetype, etag: `${key}-${part}` });
  });
}

const sendable = (file: FileRow) => ({
  storageKey: file.storage_key,
  sizeBytes: file.size_bytes,
  mimetype: file.mimetype,
  etag: file.sha256 ?? file.id,
});
