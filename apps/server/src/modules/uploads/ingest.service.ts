import { LIMITS, type MediaKind, OFFICE_MESSAGES } from '@vitrine/contract';
import { allowAsyncCommit, type Db, waitForWalFlush } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ImageProbe } from '../../platform/media-tools/image-tool-types.ts';
import { type MediaMetadata, NO_METADATA } from '../../platform/media-tools/media-metadata.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { metrics } from '../../platform/metrics/metrics.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { RunInTurn } from '../../plugins/account-gates.ts';
import type { Person } from '../access/index.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { zeroReservation } from '../entitlements/index.ts';
import {
  addNameDate,
  deleteOriginals,
  getOriginalKey,
  insertOriginal,
  type NewOriginal,
  sanitizeFileName,
  toLivePhotoColumns,
  toMetadataColumns,
} from '../files/index.ts';
import { findDuplicate, findFirstMediaOfFile, type MediaApi } from '../media/index.ts';

export interface IngestRequest {
  /** Id of the reservation made before the first byte; the file gets the same id. */
  fileId: string;
  /** Path of the bytes; null when an interrupted run has already moved them into the storage. */
  tempPath: string | null;
  sha256: string;
  sizeBytes: number;
  fileName: string;
  /** Id of the album to which the file is added immediately. */
  albumId: string | null;
  /** Time at which the sender chose it, in microseconds since 1970. */
  chosenAtUs?: number;
  /** Bytes this person, or their family, has put into that album before are not taken a second time. */
  skipDuplicates?: boolean;
  /** How the database work waits for other calls of the account. Without it, the work does not wait. */
  runInTurn?: RunInTurn;
}

export interface IngestResult {
  fileId: string;
  mediaId: string | null;
  /** Media that already shows the same bytes; the new bytes are discarded. */
  duplicateOf: string | null;
}

/** Type and maximum size of the videos of live photos, which last about three seconds. */
const LIVE_VIDEO_TYPE = 'video/quicktime';
const MAX_LIVE_VIDEO_BYTES = 50e6;

/** Content of an uploaded file. The metadata of a video is read by the job that prepares it. */
interface DescribedContent {
  kind: MediaKind;
  mimetype: string;
  probe: ImageProbe | undefined;
  facts?: MediaMetadata;
  livePhoto?: Pick<ImageProbe, 'contentId' | 'embeddedVideo'>;
}

type IngestDeps = Pick<Platform, 'db' | 'storage' | 'tools'> & {
  albums: Pick<AlbumsApi, 'reservations'>;
  media: Pick<MediaApi, 'lockForMedia' | 'attachToLocked'>;
};

/**
 * The only way by which uploaded bytes enter the product. The type is detected from the content. The bytes are durable before any row refers to them. The
 * row, the quota and the jobs are created in one transaction. It may be repeated after a crash at any point. After a refusal, the receiver deletes the bytes.
 */
export function createIngest({ db, storage, tools, albums: { reservations }, media }: IngestDeps) {
  const describeContent = async (actor: Person, { tempPath, fileId, sizeBytes, fileName }: IngestRequest): Promise<DescribedContent> => {
    const key = getOriginalKey(fileId);
    const { kind, format, mimetype } = await (tempPath ? sniff(tempPath) : sniffStoredFile(storage, key));
    if (kind === 'document') {
      if (format === 'office' && !(await tools.office.isAvailable())) throw new AppError('FILE_UNSUPPORTED', OFFICE_MESSAGES.notAccepted);
      if (sizeBytes > LIMITS.documentBytes)
        throw new AppError('FILE_TOO_LARGE', `This ${format === 'pdf' ? 'PDF' : 'file'} is larger than 100 MB.`);
      return { kind, mimetype, probe: undefined, facts: NO_METADATA };
    }
    // A video is opened by the job that prepares it, and its bytes may be at the store already. Only the short video of a live photo is examined.
    const examine = <T>(work: (source: string) => Promise<T>) => (tempPath ? work(tempPath) : storage.withLocalFile(key, work));
    if (kind === 'video') {
      if (mimetype !== LIVE_VIDEO_TYPE || sizeBytes > MAX_LIVE_VIDEO_BYTES) return { kind, mimetype, probe: undefined };
      const contentId = await examine((source) => tools.images.contentId({ source }, { account: actor.userId }));
      return { kind, mimetype, probe: undefined, livePhoto: { contentId, embeddedVideo: null } };
    }
    const probe = await examine((source) => tools.images.probe({ source, format }, { account: actor.userId }));
    return {
      kind: probe.isAnimated ? ('video' as const) : kind,
      mimetype: probe.rawMimetype ?? mimetype,
      probe,
      livePhoto: probe.isAnimated ? undefined : probe,
      facts: addNameDate(probe.facts, fileName),
    };
  };

  const record = (actor: Person, upload: IngestRequest, described: Omit<NewOriginal, 'owner_id'>): Promise<IngestResult> =>
    db.transaction().execute(async (tx) => {
      await allowAsyncCommit(tx);
      const { fileId, albumId } = upload;
      const ownerId = await reservations.shareStorageOwner(tx, albumId, actor.userId);
      const file = { content_id: null, ...described, owner_id: ownerId };
      if (!(await insertOriginal(tx, file))) return findRecorded(tx, fileId);
      const album = albumId ? await media.lockForMedia(tx, actor, albumId) : undefined;
      // Uploads share the account. The album's lock ensures that one of two with the same bytes finds the other.
      const duplicateOf = upload.skipDuplicates && albumId ? await findDuplicate(tx, albumId, ownerId, upload.sha256) : null;
      if (duplicateOf) {
        await deleteOriginals(tx, [fileId]);
        // The emptied reservation still records the owner of this upload, for repeated requests about its end.
        await zeroReservation(tx, fileId);
        return { fileId, mediaId: null, duplicateOf };
      }
      const counted = { ownerId, userId: actor.userId, albumId, sizeBytes: upload.sizeBytes };
      await reservations.redeem(tx, fileId, counted, album?.size_bytes ?? 0);
      const mediaId = albumId ? await media.attachToLocked(tx, actor, file, albumId, { selectedAtUs: upload.chosenAtUs }) : null;
      return { fileId, mediaId, duplicateOf: null };
    });

  const store = async (actor: Person, upload: IngestRequest): Promise<IngestResult> => {
    const { kind, mimetype, probe, facts, livePhoto } = await describeContent(actor, upload);
    const key = getOriginalKey(upload.fileId);
    if (upload.tempPath) await storage.putFile(key, upload.tempPath);
    const { runInTurn = (work) => work() } = upload;
    const described = {
      id: upload.fileId,
      storage_key: key,
      sha256: upload.sha256,
      size_bytes: upload.sizeBytes,
      mimetype,
      kind,
      original_name: sanitizeFileName(upload.fileName),
      width: probe?.width ?? null,
      height: probe?.height ?? null,
      ...(facts && toMetadataColumns(facts)),
      ...(livePhoto && toLivePhotoColumns(livePhoto)),
    };
    const stored = await runInTurn(() => record(actor, upload, described));
    // Others' uploads need the rows that were locked; only this one has to wait.
    await waitForWalFlush(db);
    return stored;
  };

  return {
    store: (actor: Person, upload: IngestRequest): Promise<IngestResult> => withUploadMetrics(upload.sizeBytes, store(actor, upload)),
  };
}

/** Counts the outcome of storing a file, and its bytes. */
export async function withUploadMetrics<T extends object>(sizeBytes: number, storing: Promise<T>): Promise<T> {
  const count = (outcome: string) => metrics.uploads.inc({ outcome });
  try {
    const stored = await storing;
    const isDuplicate = 'duplicateOf' in stored && stored.duplicateOf !== null;
    count(isDuplicate ? 'duplicate' : 'stored');
    if (!isDuplicate) metrics.uploadedBytes.inc(sizeBytes);
    return stored;
  } catch (error) {
    count(error instanceof AppError ? 'refused' : 'failed');
    throw error;
  }
}

/** Returns the result of an upload that another request has recorded. */
const findRecorded = async (db: Db, fileId: string): Promise<IngestResult> => ({
  fileId,
  mediaId: (await findFirstMediaOfFile(db, fileId))?.id ?? null,
  duplicateOf: null,
});

/** The type of some old videos is only known from data behind their first megabytes. */
const sniffStoredFile = (storage: Storage, key: string) =>
  storage.withHead(key, sniff).catch((error) => {
    if (error instanceof AppError && error.code === 'FILE_UNSUPPORTED') return storage.withLocalFile(key, sniff);
    throw error;
  });

export type Ingest = ReturnType<typeof createIngest>;
