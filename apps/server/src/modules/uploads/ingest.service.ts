import { allowAsyncCommit, waitForWalFlush } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { metrics } from '../../platform/metrics/metrics.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Person } from '../access/index.ts';
import { convertReservationToUsage, zeroReservation } from '../entitlements/index.ts';
import { findFile, getOriginalKey, insertOriginal, type NewOriginal, sanitizeFileName, toMetadataColumns } from '../files/index.ts';
import { findDuplicate, findFirstMediaOfFile } from '../media/index.ts';
import type { UploadServices } from './uploads.deps.ts';

export interface IngestRequest {
  /** Of the reservation made before the first byte; the file takes it over. */
  fileId: string;
  /** Where the bytes lie; null when an interrupted run has moved them into the storage already. */
  tempPath: string | null;
  sha256: string;
  sizeBytes: number;
  fileName: string;
  /** With an album, the file becomes a media of it at once. */
  albumId: string | null;
  /** When whoever sends it chose it, in microseconds since 1970. */
  chosenAtUs?: number;
  /** Bytes this person, or their family, has put into that album before are not taken a second time. */
  skipDuplicates?: boolean;
}

export interface IngestResult {
  fileId: string;
  mediaId: string | null;
  /** The media that shows the same already; the bytes that came are then nobody's. */
  duplicateOf: string | null;
}

/**
 * The one way into the product for every byte people send. The content decides the type; the bytes are durable before
 * any row speaks of them; the row, the quota and the jobs come to be in one transaction. It may be run again after a
 * crash at any point. A refusal leaves the bytes where they are: whoever received them removes them.
 */
export function createIngest({ db, storage, tools, media: { attach, lockStorageOwner: holdStorage } }: UploadServices) {
  const describeContent = async (actor: Person, { tempPath, fileId }: IngestRequest) => {
    const key = getOriginalKey(fileId);
    const { kind, format, mimetype } = await (tempPath ? sniff(tempPath) : sniffStoredFile(storage, key));
    // A video is looked at by the job that prepares it: its type is all that is needed of it, and its bytes may be at the store already.
    if (kind === 'video') return { kind, mimetype, probe: undefined };
    const inspectFile = (source: string) => tools.images.probe({ source, format }, { account: actor.userId });
    const probe = await (tempPath ? inspectFile(tempPath) : storage.withLocalFile(key, inspectFile));
    return { kind: probe.isAnimated ? ('video' as const) : kind, mimetype, probe };
  };

  const record = (actor: Person, upload: IngestRequest, described: Omit<NewOriginal, 'owner_id'>): Promise<IngestResult> =>
    db.transaction().execute(async (tx) => {
      await allowAsyncCommit(tx);
      const { fileId, albumId } = upload;
      const { ownerId } = await holdStorage(tx, albumId, actor.userId);
      if (await findFile(tx, fileId)) return { fileId, mediaId: (await findFirstMediaOfFile(tx, fileId))?.id ?? null, duplicateOf: null };
      const duplicateOf = upload.skipDuplicates && albumId ? await findDuplicate(tx, albumId, ownerId, upload.sha256) : null;
      if (duplicateOf) {
        // What is left of the promise still says whose upload this was, to whoever asks for its end again.
        await zeroReservation(tx, fileId);
        return { fileId, mediaId: null, duplicateOf };
      }
      const file = { ...described, owner_id: ownerId };
      await convertReservationToUsage(tx, fileId, ownerId, upload.sizeBytes);
      await insertOriginal(tx, file);
      const mediaId = albumId ? await attach(tx, actor, file, albumId, { selectedAtUs: upload.chosenAtUs }) : null;
      return { fileId: file.id, mediaId, duplicateOf: null };
    });

  const store = async (actor: Person, upload: IngestRequest): Promise<IngestResult> => {
    const { kind, mimetype, probe } = await describeContent(actor, upload);
    const key = getOriginalKey(upload.fileId);
    if (upload.tempPath) await storage.putFile(key, upload.tempPath);
    const stored = await record(actor, upload, {
      id: upload.fileId,
      storage_key: key,
      sha256: upload.sha256,
      size_bytes: upload.sizeBytes,
      mimetype,
      kind,
      original_name: sanitizeFileName(upload.fileName),
      width: probe?.width ?? null,
      height: probe?.height ?? null,
      // A video is read by the job that prepares it.
      ...(probe && toMetadataColumns(probe.facts)),
    });
    // Others' uploads need the rows that were locked; only this one has to wait.
    await waitForWalFlush(db);
    return stored;
  };

  return {
    store: (actor: Person, upload: IngestRequest): Promise<IngestResult> => withMetrics(upload, store(actor, upload)),
  };
}

async function withMetrics({ sizeBytes }: IngestRequest, storing: Promise<IngestResult>): Promise<IngestResult> {
  const note = (outcome: string) => metrics.uploads.inc({ outcome });
  try {
    const stored = await storing;
    note(stored.duplicateOf === null ? 'stored' : 'duplicate');
    if (stored.duplicateOf === null) metrics.uploadedBytes.inc(sizeBytes);
    return stored;
  } catch (error) {
    note(error instanceof AppError ? 'refused' : 'failed');
    throw error;
  }
}

/** What some old films are is only told by what lies behind their first megabytes. */
const sniffStoredFile = (storage: Storage, key: string) =>
  storage.withHead(key, sniff).catch((error) => {
    if (error instanceof AppError && error.code === 'FILE_UNSUPPORTED') return storage.withLocalFile(key, sniff);
    throw error;
  });

export type Ingest = ReturnType<typeof createIngest>;
