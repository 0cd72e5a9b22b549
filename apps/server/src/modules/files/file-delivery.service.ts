import { parseMediaKey } from '@vitrine/contract';
import { isDrawn } from '@vitrine/contract/media-kinds';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { createRunInTurn } from '../../plugins/account-gates.ts';
import { authorize, type Viewer } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { FileDownloads } from './file-downloads.service.ts';
import { getDownloadName, getTitle } from './files.rules.ts';
import { type FileRow, findFile } from './files.store.ts';
import type { RenditionRequest, RenditionsService } from './renditions.service.ts';
import { formatAttachmentHeader, isUnchanged, sendStoredFile, setFileHeaders } from './send-file.ts';

/** Who asks, and how they are answered. */
interface FileRequest {
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

const STREAM_PART_MIME_TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
};

const STREAMED_ROLES: ReadonlySet<string> = new Set(['mp4', 'mp4_hd', 'live_mp4']);

/** Sends the bytes of an image or a video to viewers with access: accounts, or visitors with a link. */
export function createFileDelivery(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  renditions: RenditionsService,
  downloads: FileDownloads,
) {
  const findReadableFile = ({ viewer, request }: FileRequest, key: string): Promise<FileRow> =>
    lookUp(request, async () => {
      await authorize(db, viewer, 'file.read', [key]);
      const file = await findFile(db, key);
      if (!file) throw new AppError('NOT_FOUND');
      return file;
    });

  const sendRendition = async ({ viewer, request, reply }: FileRequest, asked: RenditionRequest) => {
    const found = await lookUp(request, () => renditions.locateRendition(viewer, { ...asked, acceptsWebp: acceptsWebp(request) }));
    setFileHeaders(reply, found.name);
    // The key stays when a still image is drawn again.
    if (found.source.isReplaceable) reply.header('cache-control', 'private, no-cache');
    reply.header('vary', 'accept');
    if (isUnchanged(request, found.name)) return reply.code(304).send();
    const { body, mimetype, sizeBytes } = await renditions.open(found).catch((error) => {
      // A refusal is not the picture, and must not be kept as if it were.
      reply.header('cache-control', 'no-store').removeHeader('etag').removeHeader('content-disposition');
      throw error;
    });
    return reply.type(mimetype).header('content-length', sizeBytes).send(body);
  };

  return {
    rendition: sendRendition,

    async download(asking: FileRequest, mediaKey: string) {
      const { viewer, request, reply } = asking;
      const key = parseMediaKey(mediaKey);
      const picked = await lookUp(request, () => downloads.pick(viewer, key?.fileId ?? '', key?.rotation));
      if (picked.kind === 'made') {
        reply.header('content-disposition', formatAttachmentHeader(`${getTitle(picked.name)}.jpg`));
        return sendRendition(asking, picked.request);
      }
      const { file } = picked;
      if (file.sha256 === null) throw new AppError('NOT_FOUND');
      const attachment = getDownloadName(picked.name, file.mimetype);
      return sendStoredFile(storage, request, reply, { ...toSendable(file), attachment });
    },

    async stream(asking: FileRequest, key: string) {
      const { request, reply } = asking;
      const file = await findReadableFile(asking, key);
      if (!STREAMED_ROLES.has(file.role) && !isDrawn(file)) throw new AppError('NOT_FOUND');
      return sendStoredFile(storage, request, reply, toSendable(file));
    },

    async streamPart(asking: FileRequest, { key, part }: { key: string; part: string }) {
      const { request, reply } = asking;
      const file = await findReadableFile(asking, key);
      const storageKey = `${file.storage_key}/${part}`;
      const found = file.role === 'hls' ? await storage.stat(storageKey) : undefined;
      if (!found) throw new AppError('NOT_FOUND');
      const mimetype = STREAM_PART_MIME_TYPES[part.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return sendStoredFile(storage, request, reply, { storageKey, sizeBytes: found.sizeBytes, mimetype, etag: `${key}-${part}` });
    },
  };
}

/** Waits like the account's calls, because a page of thumbnails would otherwise occupy all connections to the database. Sending the file does not wait. */
const lookUp = <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> => createRunInTurn(request)(work);

/** Browsers name the formats that they display beyond the old ones. A client that accepts anything gets a JPEG, which every program opens. */
const acceptsWebp = ({ headers: { accept = '' } }: FastifyRequest): boolean => /\bimage\/webp\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept);

export type FileDelivery = ReturnType<typeof createFileDelivery>;

const toSendable = (file: FileRow) => ({
  storageKey: file.storage_key,
  sizeBytes: file.size_bytes,
  mimetype: file.mimetype,
  etag: file.sha256 ?? file.id,
});
