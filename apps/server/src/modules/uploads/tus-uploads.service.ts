import type { Upload } from '@tus/server';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { RunInTurn } from '../../plugins/account-gates.ts';
import type { Person } from '../access/index.ts';
import type { StorageReservations } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { findReservation } from '../entitlements/index.ts';
import { deleteFileBytes, findFile } from '../files/index.ts';
import { findFirstMediaOfFile } from '../media/index.ts';
import type { Ingest } from './ingest.service.ts';
import { TUS_EXPIRY_MS, type TusStore } from './tus-store.ts';
import type { UploadLock } from './upload-lock.ts';

/** Lifetime of a reservation without bytes. */
const UNUSED_RESERVATION_MINUTES = 15;
/** Once there are bytes, it outlives what is kept of them, so that its room is not given away before. */
const RESERVED_MINUTES = TUS_EXPIRY_MS / 60_000 + 60;

/** Errors after which the next request may complete the upload, whose bytes are kept. Any other refusal, as of an unsupported file, is final. */
const TEMPORARY_ERRORS: ReadonlySet<AppError['code']> = new Set(['DISK_FULL', 'TOO_MANY_REQUESTS']);

const selectedAtSchema = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .nullish()
  .transform((at) => at ?? undefined);

/** The media an upload became, or the one of its album that shows the same bytes already. */
export type UploadResult = { mediaId: string } | { duplicateOf: string };

/**
 * Resumable uploads. An upload has the id of its reservation, which becomes the id of its file. Its owner is therefore known from the first request, and an
 * upload that ends twice or is interrupted while ending results in one media.
 */
interface TusUploadsDeps {
  store: TusStore;
  ingest: Ingest;
  reservations: StorageReservations;
  uploadLock: UploadLock;
}

export function createTusUploads(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { store, ingest: uploadStore, reservations, uploadLock }: TusUploadsDeps,
) {
  const finishing = new Map<string, Promise<UploadResult>>();

  const discard = async (id: string): Promise<void> => {
    await store.deleteUpload(id);
    await reservations.release(id);
    if (!(await findFile(db, id))) await deleteFileBytes(storage, id);
  };

  const ingestUpload = async (actor: Person, upload: Upload, runInTurn: RunInTurn): Promise<UploadResult> => {
    const known = await findFirstMediaOfFile(db, upload.id);
    if (known) return { mediaId: known.id };
    const duplicate = await store.findDuplicate(upload.id);
    if (duplicate) return { duplicateOf: duplicate };
    try {
      const arrived = { ...(await store.finalize(upload)), ...describeUpload(upload), fileId: upload.id, skipDuplicates: true, runInTurn };
      const { mediaId, duplicateOf } = await uploadStore.store(actor, arrived);
      if (duplicateOf) {
        await store.setDuplicate(upload.id, duplicateOf);
        await deleteFileBytes(storage, upload.id);
        return { duplicateOf };
      }
      if (!mediaId) throw new AppError('NOT_FOUND');
      return { mediaId };
    } catch (error) {
      if (error instanceof AppError && !TEMPORARY_ERRORS.has(error.code)) await discard(upload.id);
      throw error;
    }
  };

  return {
    /** Promises room and answers the id of the upload to be; refuses what could not end well. */
    create(actor: Person, uploadLength: string | null, metadata: Upload['metadata']): Promise<string> {
      const { albumId, sizeBytes } = parseUploadMetadata(uploadLength, metadata);
      return reservations.reserve(actor, { albumId, sizeBytes, minutes: UNUSED_RESERVATION_MINUTES });
    },
    async assertOwn(actor: Person, id: string): Promise<void> {
      if (!z.uuid().safeParse(id).success) throw new AppError('NOT_FOUND');
      if (await findReservation(db, id, actor.userId)) return;
      if ((await findFirstMediaOfFile(db, id))?.uploaded_by === actor.userId) return;
      if ((await findFile(db, id))?.owner_id !== actor.userId) throw new AppError('NOT_FOUND');
    },
    /**
     * Imports a complete upload and returns its media, or the existing one with the same bytes; also after an interruption. Concurrent callers share the
     * result.
     */
    finish(actor: Person, upload: Upload, runInTurn: RunInTurn): Promise<UploadResult> {
      const known = finishing.get(upload.id);
      if (known) return known;
      const finished = uploadLock
        .withLock(upload.id, () => ingestUpload(actor, upload, runInTurn))
        .finally(() => finishing.delete(upload.id));
      finishing.set(upload.id, finished);
      return finished;
    },
    /** Its first bytes of a request have come. */
    extendReservation: (id: string): Promise<void> => reservations.extend(id, RESERVED_MINUTES),
  };
}

/** Parses the metadata of a new upload. INVALID, FILE_EMPTY. */
function parseUploadMetadata(uploadLength: string | null, metadata: Upload['metadata']): { albumId: string; sizeBytes: number } {
  const sizeBytes = Number(uploadLength ?? Number.NaN);
  const albumId = z.uuid().safeParse(metadata?.['albumId']);
  if (!albumId.success) throw new AppError('INVALID', 'Missing metadata: albumId.');
  if (!selectedAtSchema.safeParse(metadata?.['chosenAt']).success)
    throw new AppError('INVALID', 'Invalid metadata: chosenAt must be microseconds since 1970 or be omitted.');
  if (!Number.isSafeInteger(sizeBytes)) throw new AppError('INVALID', 'Missing header: Upload-Length.');
  if (sizeBytes === 0) throw new AppError('FILE_EMPTY');
  return { albumId: albumId.data, sizeBytes };
}

/** Returns the metadata sent on creation. */
const describeUpload = ({ metadata }: Upload) => ({
  fileName: metadata?.['filename'] ?? '',
  albumId: metadata?.['albumId'] ?? null,
  chosenAtUs: selectedAtSchema.parse(metadata?.['chosenAt']),
});

export type TusUploads = ReturnType<typeof createTusUploads>;
