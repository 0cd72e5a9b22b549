import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Rotation, ZipDownloadToken } from '@vitrine/contract';
import { ZipFile } from 'yazl';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { NotStoredError } from '../../platform/storage/not-stored-error.ts';
import { authorize, type Person, type Viewer } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { type FilesApi, getExtension } from '../files/index.ts';
import { listZipEntries, sumSelected, type ZipEntryRow, type ZipSelection } from './zip.read-model.ts';
import { createUniqueNameGenerator, toSafeZipName } from './zip.rules.ts';
import { deleteExpiredDownloadTokens, findDownloadToken, insertDownloadToken } from './zip.store.ts';

const TOKEN_TTL_MINUTES = 15;
const PAGE_SIZE = 200;
/** Name of a zip with media of several albums. */
const SELECTION_NAME = 'Photos';
/** Earliest date that the zip format can store. */
const EARLIEST_ZIP_DATE = new Date(1980, 0, 2);

type ZipDeps = Pick<Platform, 'db' | 'log'> & { files: Pick<FilesApi, 'downloads'> };

interface ZipContent {
  body: Readable;
  name: string;
  sizeBytes: number;
}

/**
 * Zip files of several media, streamed one media at a time without compression, because images and videos are compressed already. This needs neither memory
 * nor disk space. Rotated photos are included as they are shown, all others as originals.
 */
export function createZipDownloads(deps: ZipDeps) {
  const { db } = deps;
  const contents = createContentReader(deps);

  /** Checks access to the album, or without an album to these media. */
  const authorizeRead = (viewer: Viewer, albumId: string | null, mediaIds: string[]) =>
    albumId === null ? authorize(db, viewer, 'media.read', mediaIds) : authorize(db, viewer, 'album.read', [albumId]);

  /** False for selected media that were deleted in the meantime. NOT_FOUND when the viewer lost access. */
  const isStillReadable = async (viewer: Viewer, albumId: string | null, mediaId: string): Promise<boolean> => {
    try {
      await authorizeRead(viewer, albumId, [mediaId]);
      return true;
    } catch (error) {
      if (albumId === null && (await sumSelected(db, { albumId, ids: [mediaId] })).count === 0) return false;
      throw error;
    }
  };

  /** Access is checked again for each media, because a large download takes hours. */
  const addAllFiles = async (zip: ZipFile, viewer: Viewer, selection: ZipSelection): Promise<void> => {
    const uniqueName = createUniqueNameGenerator();
    let after: ZipEntryRow | undefined;
    do {
      const rows = await listZipEntries(db, selection, after, PAGE_SIZE);
      for (const row of rows) {
        if (!(await isStillReadable(viewer, selection.albumId, row.id))) continue;
        for (const open of [contents.open, contents.openLiveVideo]) {
          const content = await open(viewer, row);
          if (content) await addEntry(zip, content, uniqueName(content.name), row.taken_clock_at ?? row.created_at);
        }
      }
      after = rows.at(-1);
    } while (after);
    zip.end();
  };

  const streamZip = (viewer: Viewer, name: string, selection: ZipSelection) => {
    const zip = new ZipFile();
    const body = zip.outputStream as Readable;
    // Break the connection, so that the client detects an incomplete zip.
    const fail = (error: Error) => body.destroy(error);
    zip.on('error', fail);
    addAllFiles(zip, viewer, selection).catch(fail);
    return { name: toSafeZipName(name, 'zip'), body };
  };

  return {
    /** Zips the whole album for a viewer whose access was checked. */
    packAlbum: (viewer: Viewer, albumId: string, name: string) => streamZip(viewer, name, { albumId, ids: null }),

    /** Creates a token to download these media, or the whole album. NOT_FOUND. */
    async prepare(actor: Person, albumId: string | null, mediaIds?: string[]): Promise<ZipDownloadToken> {
      const ids = mediaIds ? [...new Set(mediaIds)] : null;
      await authorizeRead(actor, albumId, ids ?? []);
      const { count, size } = await sumSelected(db, { albumId, ids });
      if (ids && count !== ids.length) throw new AppError('NOT_FOUND');
      const id = newId();
      await db
        .transaction()
        .execute((tx) => insertDownloadToken(tx, { id, user_id: actor.userId, album_id: albumId, media_ids: ids }, TOKEN_TTL_MINUTES));
      const token = await findDownloadToken(db, id, actor.userId);
      return { key: id, name: toSafeZipName(token?.name ?? SELECTION_NAME, 'zip'), count, size };
    },

    async open(actor: Person, key: string): Promise<{ name: string; body: Readable }> {
      const token = await findDownloadToken(db, key, actor.userId);
      if (!token) throw new AppError('NOT_FOUND');
      await authorizeRead(actor, token.album_id, token.media_ids ?? []);
      return streamZip(actor, token.name ?? SELECTION_NAME, { albumId: token.album_id, ids: token.media_ids });
    },

    deleteExpiredTokens: async (): Promise<void> => void (await deleteExpiredDownloadTokens(autocommit(db))),
  };
}

export type ZipDownloads = ReturnType<typeof createZipDownloads>;

function createContentReader({ files, log }: Omit<ZipDeps, 'db'>) {
  const open = async (
    viewer: Viewer,
    { file_id: fileId, name }: Pick<ZipEntryRow, 'file_id' | 'name'>,
    rotation: Rotation,
  ): Promise<ZipContent | undefined> => {
    try {
      const { body, sizeBytes, mimetype } = await files.downloads.open(viewer, fileId, rotation);
      return { body, sizeBytes, name: toSafeZipName(name, getExtension(mimetype)) };
    } catch (error) {
      // The media was deleted in the meantime, or no file of the video can be downloaded.
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    /** Opens the video of a live photo, if it is a separate file. */
    openLiveVideo: async (viewer: Viewer, { live_video_id: fileId, name }: ZipEntryRow): Promise<ZipContent | undefined> =>
      fileId === null ? undefined : open(viewer, { file_id: fileId, name }, 0),
    async open(viewer: Viewer, row: ZipEntryRow): Promise<ZipContent | undefined> {
      if (row.rotation === 0) return open(viewer, row, 0);
      try {
        return await open(viewer, row, row.rotation as Rotation);
      } catch (error) {
        log.info({ err: error, mediaId: row.id }, 'could not create a rotated image for a zip; the original was included');
        return open(viewer, row, 0);
      }
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof AppError ? ['NOT_FOUND', 'NOT_READY'].includes(error.code) : error instanceof NotStoredError;

/** Adds one media to the zip. Resolves when all its bytes were sent, so that only one media is open at a time. */
async function addEntry(zip: ZipFile, { body, sizeBytes }: ZipContent, name: string, at: Date): Promise<void> {
  const output = zip.outputStream as Readable;
  const onAbort = () => body.destroy(new Error('the zip download was aborted'));
  if (output.destroyed) onAbort();
  output.once('close', onAbort);
  zip.addReadStream(body, name, { compress: false, size: sizeBytes, mtime: at < EARLIEST_ZIP_DATE ? EARLIEST_ZIP_DATE : at });
  try {
    await finished(body);
  } finally {
    output.off('close', onAbort);
  }
}

/** Checksum functions that yazl calls. */
interface Checksums {
  unsigned(bytes: Uint8Array, previous?: number): number;
}

/**
 * yazl takes its checksums from this package, which is written in JavaScript and blocks the thread that serves all requests for a second per 100 MB.
 * The checksum of zlib is many times faster. Both are CRC-32, and zip.service.test.ts has every zip checked by `unzip`.
 */
const require = createRequire(import.meta.url);
const checksums: Checksums = require('buffer-crc32');
checksums.unsigned = (bytes, previous = 0) => crc32(bytes, previous);
