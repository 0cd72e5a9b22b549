import { existsSync } from 'node:fs';
import type { Upload } from '@tus/server';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { findFile } from './files.store.ts';
import type { MediaDeps } from './media.deps.ts';
import type { Ingest } from './media.ingest.ts';
import { digest } from './media.receive.ts';
import { removeBytes } from './media.removal.ts';
import type { Reservations } from './media.reservations.ts';
import { originalKey } from './media.rules.ts';
import { findMediaOfFile } from './media.store.ts';
import { TUS_EXPIRY_MS, type TusStore } from './tus-store.ts';
import { findReservation } from './usage.store.ts';

/** The promise outlives what is kept of the upload, so that its room is not given away before. */
const RESERVED_MINUTES = TUS_EXPIRY_MS / 60_000 + 60;

/**
 * What resumable uploads mean to us. An upload's id is its reservation's, and becomes its file's: so who owns it is
 * known from the first request, and an upload that ended twice, or in the middle of ending, ends as one media.
 */
export function createTusIntake({ db, storage }: MediaDeps, store: TusStore, ingest: Ingest, reservations: Reservations) {
  const finishing = new Map<string, Promise<string>>();

  const discard = async (id: string): Promise<void> => {
    await store.forget(id);
    await reservations.release(id);
    if (!(await findFile(db, id))) await removeBytes(storage, id);
  };

  const takeIn = async (actor: Person, upload: Upload): Promise<string> => {
    const known = await findMediaOfFile(db, upload.id);
    if (known) return known.id;
    const tempPath = existsSync(store.bytesPath(upload.id)) ? store.bytesPath(upload.id) : null;
    try {
      const measured = await digest(tempPath ?? (await storage.localPath(originalKey(upload.id))));
      const { filename, albumId } = upload.metadata ?? {};
      const arrived = { ...measured, fileId: upload.id, tempPath, fileName: filename ?? '', albumId: albumId ?? null };
      const { mediaId } = await ingest.accept(actor, arrived);
      if (!mediaId) throw new AppError('NOT_FOUND');
      return mediaId;
    } catch (error) {
      // Room may be there later; a file we do not take never will be.
      if (error instanceof AppError && error.code !== 'DISK_FULL') await discard(upload.id);
      throw error;
    }
  };

  return {
    /** Promises room and answers the id of the upload to be; refuses what could not end well. */
    begin(actor: Person, uploadLength: string | null, metadata: Upload['metadata']): Promise<string> {
      const sizeBytes = Number(uploadLength ?? Number.NaN);
      const albumId = z.uuid().safeParse(metadata?.['albumId']);
      if (!albumId.success) throw new AppError('INVALID', 'Say in the metadata which album the file is for: albumId.');
      if (!Number.isSafeInteger(sizeBytes)) throw new AppError('INVALID', 'Say how long the file is: Upload-Length.');
      if (sizeBytes === 0) throw new AppError('FILE_EMPTY');
      return reservations.reserve(actor, { albumId: albumId.data, sizeBytes, minutes: RESERVED_MINUTES });
    },
    async assertOwn(actor: Person, id: string): Promise<void> {
      if (!z.uuid().safeParse(id).success) throw new AppError('NOT_FOUND');
      if (await findReservation(db, id, actor.userId)) return;
      if ((await findFile(db, id))?.owner_id !== actor.userId) throw new AppError('NOT_FOUND');
    },
    /**
     * Takes a complete upload in and answers its media; also what an interrupted server has left to be taken in.
     * Whoever asks meanwhile waits for the same.
     */
    finish(actor: Person, upload: Upload): Promise<string> {
      const known = finishing.get(upload.id);
      if (known) return known;
      const mediaId = takeIn(actor, upload).finally(() => finishing.delete(upload.id));
      finishing.set(upload.id, mediaId);
      return mediaId;
    },
    terminated: (id: string): Promise<void> => reservations.release(id),
  };
}

export type TusIntake = ReturnType<typeof createTusIntake>;
