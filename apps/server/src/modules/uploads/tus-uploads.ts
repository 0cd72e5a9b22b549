import type { Upload } from '@tus/server';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { findReservation } from '../entitlements/index.ts';
import { findFile, removeBytes } from '../files/index.ts';
import type { Reservations } from '../media/index.ts';
import { findMediaOfFile } from '../media/index.ts';
import { TUS_EXPIRY_MS, type TusStore } from './tus-store.ts';
import type { UploadHolds } from './upload-holds.ts';
import type { UploadsDeps } from './uploads.deps.ts';
import type { Store } from './uploads.storing.ts';

/** A promise nobody sends bytes for. */
const UNUSED_MINUTES = 15;
/** Once there are bytes, it outlives what is kept of them, so that its room is not given away before. */
const RESERVED_MINUTES = TUS_EXPIRY_MS / 60_000 + 60;

const chosenAt = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
  .nullish()
  .transform((at) => at ?? undefined);

/** The media an upload became, or the one of its album that shows the same bytes already. */
export type Finished = { mediaId: string } | { duplicateOf: string };

/**
 * What resumable uploads mean to us. An upload's id is its reservation's, and becomes its file's: so who owns it is
 * known from the first request, and an upload that ended twice, or in the middle of ending, ends as one media.
 */
interface TusParts {
  store: TusStore;
  uploadStore: Store;
  reservations: Reservations;
  holds: UploadHolds;
}

export function createTusUploads({ db, storage }: UploadsDeps, { store, uploadStore, reservations, holds }: TusParts) {
  const finishing = new Map<string, Promise<Finished>>();

  const discard = async (id: string): Promise<void> => {
    await store.forget(id);
    await reservations.release(id);
    if (!(await findFile(db, id))) await removeBytes(storage, id);
  };

  const storeUpload = async (actor: Person, upload: Upload): Promise<Finished> => {
    const known = await findMediaOfFile(db, upload.id);
    if (known) return { mediaId: known.id };
    const duplicate = await store.findDuplicate(upload.id);
    if (duplicate) return { duplicateOf: duplicate };
    try {
      const arrived = { ...(await store.settle(upload)), ...describeUpload(upload), fileId: upload.id, isOnce: true };
      const { mediaId, duplicateOf } = await uploadStore.store(actor, arrived);
      if (duplicateOf) {
        await store.rememberDuplicate(upload.id, duplicateOf);
        await removeBytes(storage, upload.id);
        return { duplicateOf };
      }
      if (!mediaId) throw new AppError('NOT_FOUND');
      return { mediaId };
    } catch (error) {
      // Room may be there later; a file we do not take never will be.
      if (error instanceof AppError && error.code !== 'DISK_FULL') await discard(upload.id);
      throw error;
    }
  };

  return {
    /** Promises room and answers the id of the upload to be; refuses what could not end well. */
    begin(actor: Person, uploadLength: string | null, metadata: Upload['metadata']): Promise<string> {
      const { albumId, sizeBytes } = parseBeginning(uploadLength, metadata);
      return reservations.reserve(actor, { albumId, sizeBytes, minutes: UNUSED_MINUTES });
    },
    async assertOwn(actor: Person, id: string): Promise<void> {
      if (!z.uuid().safeParse(id).success) throw new AppError('NOT_FOUND');
      if (await findReservation(db, id, actor.userId)) return;
      if ((await findMediaOfFile(db, id))?.uploaded_by === actor.userId) return;
      if ((await findFile(db, id))?.owner_id !== actor.userId) throw new AppError('NOT_FOUND');
    },
    /**
     * Takes a complete upload in and answers its media, or the one that shows the same already; also what an interrupted server has left to be taken in.
     * Whoever asks meanwhile waits for the same.
     */
    finish(actor: Person, upload: Upload): Promise<Finished> {
      const known = finishing.get(upload.id);
      if (known) return known;
      const finished = holds.whileHeld(upload.id, () => storeUpload(actor, upload)).finally(() => finishing.delete(upload.id));
      finishing.set(upload.id, finished);
      return finished;
    },
    /** Its first bytes of a request have come. */
    arriving: (id: string): Promise<void> => reservations.extend(id, RESERVED_MINUTES),
  };
}

/** What an upload says of itself when it begins. INVALID, FILE_EMPTY. */
function parseBeginning(uploadLength: string | null, metadata: Upload['metadata']): { albumId: string; sizeBytes: number } {
  const sizeBytes = Number(uploadLength ?? Number.NaN);
  const albumId = z.uuid().safeParse(metadata?.['albumId']);
  if (!albumId.success) throw new AppError('INVALID', 'Missing metadata: albumId.');
  if (!chosenAt.safeParse(metadata?.['chosenAt']).success)
    throw new AppError('INVALID', 'Invalid metadata: chosenAt must be microseconds since 1970 or be omitted.');
  if (!Number.isSafeInteger(sizeBytes)) throw new AppError('INVALID', 'Missing header: Upload-Length.');
  if (sizeBytes === 0) throw new AppError('FILE_EMPTY');
  return { albumId: albumId.data, sizeBytes };
}

/** What it said of itself when it began. */
const describeUpload = ({ metadata }: Upload) => ({
  fileName: metadata?.['filename'] ?? '',
  albumId: metadata?.['albumId'] ?? null,
  chosenAtUs: chosenAt.parse(metadata?.['chosenAt']),
});

export type TusUploads = ReturnType<typeof createTusUploads>;
