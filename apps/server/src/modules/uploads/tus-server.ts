import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { ERRORS, EVENTS, Server, type ServerOptions } from '@tus/server';
import { type Failure, LIMITS, TUS_PATH } from '@vitrine/contract';
import { isDatabaseUnavailable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isDiskFull } from '../../platform/storage/disk-full.ts';
import { isStorageUnavailable } from '../../platform/storage/storage-unavailable.ts';
import type { RunInTurn } from '../../plugins/account-gates.ts';
import { RETRY_AFTER_S } from '../../plugins/errors.ts';
import type { Person } from '../access/index.ts';
import type { StorageReservations } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import type { Ingest } from './ingest.service.ts';
import { TusFileStore } from './tus-file-store.ts';
import { TusObjectStore } from './tus-object-store.ts';
import { installRawBodyReader, skipBodyParsing } from './tus-raw-body.ts';
import type { TusStore } from './tus-store.ts';
import { createTusUploads, type TusUploads, type UploadResult } from './tus-uploads.service.ts';
import { createUploadLock } from './upload-lock.ts';

const MEDIA_ID_HEADER = 'x-media-id';
const DUPLICATE_HEADER = 'x-duplicate-of';
/** Maximum time for which a hanging connection blocks another request for its upload. */
const DRAIN_TIMEOUT_MS = 1000;
/** A disk with less than this left is what stopped a write. */
const DISK_FULL_THRESHOLD_BYTES = 16 * 1024 * 1024;

/** The account that sends a request, and how its database work waits for other calls of the account. */
export interface TusSender {
  actor: Person;
  runInTurn: RunInTurn;
}

type TusServerDeps = Pick<Platform, 'db' | 'storage' | 'objects' | 'tools' | 'dataDir' | 'processId' | 'log'>;

/** The tus protocol, spoken by its own server on the raw request; what it means to us is in tus-uploads.service.ts. */
export function createTusServer(deps: TusServerDeps, uploadStore: Ingest, reservations: StorageReservations) {
  const { log, dataDir, tools } = deps;
  const store: TusStore = deps.objects
    ? new TusObjectStore({ ...deps, objects: deps.objects })
    : new TusFileStore(path.join(dataDir, 'media', 'tus'), deps.storage);
  const uploadLock = createUploadLock(deps);
  const uploads = createTusUploads(deps, { store, ingest: uploadStore, reservations, uploadLock });
  const removeParts = store.remove.bind(store);
  // The server emits POST_TERMINATE without waiting for its listeners. The space must be free when the client reads the response.
  store.remove = async (id) => {
    await removeParts(id);
    await reservations.release(id);
  };
  const senders = new WeakMap<object, TusSender>();
  const getSender = (request: TusRequest): TusSender => {
    const raw = request.runtime?.node?.req;
    const sender = raw && senders.get(raw);
    if (!sender) throw new AppError('UNAUTHENTICATED');
    return sender;
  };
  const server = new Server({
    path: TUS_PATH,
    datastore: store,
    relativeLocation: true,
    allowedOrigins: [],
    exposedHeaders: [MEDIA_ID_HEADER, DUPLICATE_HEADER],
    maxSize: LIMITS.fileBytes,
    locker: uploadLock.locker,
    lockDrainTimeout: DRAIN_TIMEOUT_MS,
    disableTerminationForFinishedUploads: true,
    namingFunction: async (request, metadata) => {
      const { actor, runInTurn } = getSender(request);
      const id = await runInTurn(() => uploads.create(actor, request.headers.get('upload-length'), metadata));
      uploadLock.markNew(id);
      return id;
    },
    onIncomingRequest: (request, id) => authorizeUpload(request, id, getSender(request), store, uploads),
    onUploadFinish: async (request, upload) => {
      const { actor, runInTurn } = getSender(request);
      return { headers: getResultHeaders(await uploads.finish(actor, upload, runInTurn)) };
    },
    onResponseError(request, error) {
      const isAway = isTemporarilyUnavailable(error);
      // A body alone is what the tus server takes.
      if (isAway) request.runtime?.node?.res?.setHeader('retry-after', RETRY_AFTER_S);
      return isAway ? presentUnavailable(error, log) : present(error, { dataDir, log });
    },
  });
  installRawBodyReader(server, store, {
    onBodyStart: (id) => uploads.extendReservation(id).catch((error) => log.warn({ err: error }, 'a reservation was not extended')),
    onUploadComplete: uploadLock.markComplete,
  });
  server.on(EVENTS.POST_CREATE, () => tools.warmForPictures());

  return {
    handle(sender: TusSender, request: IncomingMessage, response: ServerResponse): Promise<void> {
      senders.set(request, sender);
      return server.handle(request, response);
    },
    removeExpired: () => store.removeExpired(),
    /** Deletes what is kept of an unfinished upload. */
    forget: (id: string) => store.deleteUpload(id),
  };
}

export type TusServer = ReturnType<typeof createTusServer>;
type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

const getResultHeaders = (finished: UploadResult): Record<string, string> =>
  'mediaId' in finished ? { [MEDIA_ID_HEADER]: finished.mediaId } : { [DUPLICATE_HEADER]: finished.duplicateOf };

async function authorizeUpload(
  request: TusRequest,
  id: string,
  { actor, runInTurn }: TusSender,
  store: TusStore,
  uploads: TusUploads,
): Promise<void> {
  skipBodyParsing(request);
  // On creation, the permission was checked when the id was assigned.
  if (request.method === 'POST') return;
  await runInTurn(() => uploads.assertOwn(actor, id));
  if (request.method !== 'HEAD') return;
  const upload = await store.getUpload(id);
  if (upload.offset !== upload.size) return;
  // The answer to the last bytes may have been lost with the server that was to give it.
  for (const [name, value] of Object.entries(getResultHeaders(await uploads.finish(actor, upload, runInTurn))))
    request.runtime?.node?.res?.setHeader(name, value);
}

type TusError = Error | { status_code: number; body: string };

const createFailureBody = (status: number, code: Failure['code'], message: string) => ({
  status_code: status,
  body: JSON.stringify({ error: true, code, message } satisfies Failure),
});

/** Lists the error with its causes, because the tus server and our stores wrap write errors. */
function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let one = error; one instanceof Error; one = one.cause) causes.push(one);
  return causes;
}

/** The writer waits for the database or the store, and so would the next request. */
const isLockTimeout = (error: TusError) => error === ERRORS.ERR_LOCK_TIMEOUT;
const isTemporarilyUnavailable = (error: TusError) =>
  isLockTimeout(error) || listCauses(error).some((one) => isDatabaseUnavailable(one) || isStorageUnavailable(one));

function presentUnavailable(error: TusError, log: Platform['log']) {
  log.warn({ err: error }, 'database or object store unavailable during a resumable upload');
  const away = new AppError('UNAVAILABLE');
  return createFailureBody(away.status, away.code, away.message);
}

/** The envelope, for refusals of ours as for the protocol's own. */
async function present(error: TusError, { dataDir, log }: Pick<Platform, 'dataDir' | 'log'>) {
  const ours = listCauses(error).find((one): one is AppError => one instanceof AppError);
  if (ours) return createFailureBody(ours.status, ours.code, ours.message);
  if ('status_code' in error && error.status_code < 500) return createFailureBody(error.status_code, 'BODY_INVALID', error.body.trim());
  const full = new AppError('DISK_FULL');
  const { bavail, bsize } = await statfs(dataDir);
  if (listCauses(error).some(isDiskFull) || bavail * bsize < DISK_FULL_THRESHOLD_BYTES)
    return createFailureBody(full.status, full.code, full.message);
  log.error({ err: error }, 'a resumable upload failed');
  const unknown = new AppError('INTERNAL');
  return createFailureBody(unknown.status, unknown.code, unknown.message);
}
