import { Readable } from 'node:stream';
import { formatMediaKey, type Rotation } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Viewer } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { LocationAccess } from './file-access.read-model.ts';
import { type FileRow, findFile, listFileFamily } from './files.store.ts';
import type { RenditionRequest, RenditionsService } from './renditions.service.ts';

export type FileDownload =
  /** A stored file: the original, or the MP4 of a video. */
  | { kind: 'stored'; file: FileRow; name: string }
  /** A JPEG that is rendered for the download. */
  | { kind: 'made'; request: RenditionRequest; name: string };

/**
 * Downloads of files. Viewers who may not see the place of capture get a copy without it: for an image a JPEG, for a video the best MP4 for playback,
 * which has no metadata.
 */
export function createFileDownloads(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  renditions: RenditionsService,
  seesPlaces: LocationAccess,
) {
  const withoutLocation = async (file: FileRow): Promise<FileDownload> => {
    if (file.kind === 'image')
      return { kind: 'made', request: { key: file.id, fit: 'inside', keeping: 'withoutPlace' }, name: file.original_name };
    const family = await listFileFamily(db, file.id);
    const mp4 = family.find(({ role }) => role === 'mp4_hd') ?? family.find(({ role }) => role === 'mp4');
    if (!mp4) throw new AppError('NOT_READY');
    return { kind: 'stored', file: mp4, name: file.original_name };
  };

  const pickDownload = async (viewer: Viewer, fileId: string, rotation: Rotation = 0): Promise<FileDownload> => {
    await authorize(db, viewer, 'file.read', [fileId]);
    const file = await findFile(db, fileId);
    if (!file) throw new AppError('NOT_FOUND');
    const isWhole = !file.tells_place || file.role !== 'original' || (await seesPlaces(db, viewer, [fileId])).has(fileId);
    if (rotation !== 0) {
      const keeping = isWhole ? ('withPlace' as const) : ('withoutPlace' as const);
      return { kind: 'made', request: { key: formatMediaKey(fileId, rotation), fit: 'inside', keeping }, name: file.original_name };
    }
    return isWhole ? { kind: 'stored', file, name: file.original_name } : withoutLocation(file);
  };

  return {
    pick: pickDownload,
    /** Opens the bytes from `startByte` on, and returns the total size. */
    async open(viewer: Viewer, fileId: string, rotation: Rotation = 0, startByte = 0) {
      const picked = await pickDownload(viewer, fileId, rotation);
      if (picked.kind === 'made') {
        const { body, sizeBytes, mimetype } = await renditions.open(await renditions.locateRendition(viewer, picked.request));
        return { body: skipBytes(Buffer.isBuffer(body) ? Readable.from([body]) : body, startByte), sizeBytes, mimetype };
      }
      const { storage_key, size_bytes: sizeBytes, mimetype } = picked.file;
      const isBeyond = startByte > 0 && startByte >= sizeBytes;
      const range = startByte === 0 ? undefined : { start: startByte, end: sizeBytes - 1 };
      return { body: isBeyond ? Readable.from([]) : await storage.openRead(storage_key, range), sizeBytes, mimetype };
    },
  };
}
export type FileDownloads = ReturnType<typeof createFileDownloads>;

function skipBytes(body: Readable, bytes: number): Readable {
  if (bytes === 0) return body;
  return Readable.from(
    (async function* () {
      let remaining = bytes;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        if (chunk.length > remaining) yield chunk.subarray(remaining);
        remaining = Math.max(0, remaining - chunk.length);
      }
    })(),
  );
}
