import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { EVENTS, Server, type Upload } from '@tus/server';
import { type Failure, LIMITS, TUS_PATH } from '@vitrine/contract';
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
import { TUS_EXPIRY_MS, TusStore } from './tus-store.ts';
import { findReservation } from './usage.store.ts';

const MEDIA_ID_HEADER = 'x-media-id';
const RESERVED_MINUTES = TUS_EXPIRY_MS / 60_000 + 60;
const DRAIN_TIMEOUT_MS = 1000;
/** A disk with less than this left is what stopped a write. */
const FULL_DISK_BYTES = 16 * 1024 * 1024;

/**
 * Resumable uploads. An upload's id is its reservation's, and becomes its file's: so who owns it is known from the
 * first request, and an upload that ended twice, or in the middle of ending, ends as one media.
 */
export function createTus({ db, storage, log, dataDir }: MediaDeps, ingest: Ingest, reservations: Reservations) {
  const store = new TusStore(path.join(dataDir, 'media', 'tus'));
  const actors = new WeakMap<IncomingMessage, Person>();
  const actorOf = (request: TusRequest): Person => {
    const actor = actors.get(request.runtime?.node?.req as unknown as IncomingMessage);
    if (!actor) throw new AppError('UNAUTHENTICATED');
    return actor;
  };

  const assertOwn = async (actor: Person, id: string): Promise<void> => {
    if (!z.uuid().safeParse(id).success) throw new AppError('NOT_FOUND');
    if (await findReservation(db, id, actor.userId)) return;
    if ((await findFile(db, id))?.owner_id !== actor.userId) throw new AppError('NOT_FOUND');
  };

  const finishing = new Map<string, Promise<string>>();
  /** Takes a complete upload in; also what an interrupted server has left to be taken in. Whoever asks meanwhile waits for that one. */
  const finish = (actor: Person, upload: Upload): Promise<string> => {
    const known = finishing.get(upload.id);
    if (known) return known;
    const mediaId = takeIn(actor, upload).finally(() => finishing.delete(upload.id));
    finishing.set(upload.id, mediaId);
    return mediaId;
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

  const discard = async (id: string): Promise<void> => {
    await store.forget(id);
    await reservations.release(id);
    if (!(await findFile(db, id))) await removeBytes(storage, id);
  };

  const server = new Server({
    path: TUS_PATH,
    datastore: store,
    relativeLocation: true,
    allowedOrigins: [],
    exposedHeaders: [MEDIA_ID_HEADER],
    maxSize: LIMITS.fileBytes,
    lockDrainTimeout: DRAIN_TIMEOUT_MS,
    disableTerminationForFinishedUploads: true,
    namingFunction: (request, metadata) => reserve(actorOf(request), request, metadata),
    async onIncomingRequest(request, id) {
      const actor = actorOf(request);
      if (request.method === 'POST') return;
      await assertOwn(actor, id);
      // The answer to the last bytes may have been lost with the server that was to give it.
      if (request.method !== 'HEAD') return;
      const upload = await store.getUpload(id);
      if (upload.offset === upload.size) request.runtime?.node?.res?.setHeader(MEDIA_ID_HEADER, await finish(actor, upload));
    },
    onUploadFinish: async (request, upload) => ({ headers: { [MEDIA_ID_HEADER]: await finish(actorOf(request), upload) } }),
    onResponseError: (_request, error) => present(error, { dataDir, log }),
  });

  server.on(EVENTS.POST_TERMINATE, (_request, _response, id) => {
    reservations.release(id).catch((error) => log.warn({ err: error }, 'a reservation was not released'));
  });

  const reserve = async (actor: Person, request: TusRequest, metadata: Upload['metadata']): Promise<string> => {
    const sizeBytes = Number(request.headers.get('upload-length') ?? Number.NaN);
    const albumId = z.uuid().safeParse(metadata?.['albumId']);
    if (!albumId.success) throw new AppError('INVALID', 'Say in the metadata which album the file is for: albumId.');
    if (!Number.isSafeInteger(sizeBytes)) throw new AppError('INVALID', 'Say how long the file is: Upload-Length.');
    if (sizeBytes === 0) throw new AppError('FILE_EMPTY');
    return reservations.reserve(actor, { albumId: albumId.data, sizeBytes, minutes: RESERVED_MINUTES });
  };

  return {
    handle(actor: Person, request: IncomingMessage, response: ServerResponse): Promise<void> {
      actors.set(request, actor);
      return server.handle(request, response);
    },
    removeExpired: () => store.removeExpired(),
  };
}

export type Tus = ReturnType<typeof createTus>;
type TusRequest = Parameters<NonNullable<ConstructorParameters<typeof Server>[0]['onIncomingRequest']>>[0];

/** The envelope, for refusals of ours as for the protocol's own. */
async function present(error: Error | { status_code: number; body: string }, { dataDir, log }: Pick<MediaDeps, 'dataDir' | 'log'>) {
  const say = (status: number, code: Failure['code'], message: string) => ({
    status_code: status,
    body: JSON.stringify({ error: true, code, message } satisfies Failure),
  });
  if (error instanceof AppError) return say(error.status, error.code, error.message);
  if ('status_code' in error && error.status_code < 500) return say(error.status_code, 'BODY_INVALID', error.body.trim());
  const full = new AppError('DISK_FULL');
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < FULL_DISK_BYTES) return say(full.status, full.code, full.message);
  log.error({ err: error }, 'a resumable upload failed');
  const unknown = new AppError('INTERNAL');
  return say(unknown.status, unknown.code, unknown.message);
}
