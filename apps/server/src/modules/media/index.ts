import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { findBySha256, findFile } from './files.store.ts';
import { type BytesRoutesDeps, bytesRoutes } from './media.bytes.routes.ts';
import type { MediaDeps } from './media.deps.ts';
import { createDerivatives } from './media.derivatives.ts';
import { createHousekeeping } from './media.housekeeping.ts';
import { createImageHandler } from './media.image.job.ts';
import { createIngest } from './media.ingest.ts';
import { createIntake } from './media.intake.ts';
import { createRemoveBytesHandler, removeOfAccount, removeOfAlbum } from './media.removal.ts';
import { createRenditions } from './media.renditions.ts';
import { createReservations } from './media.reservations.ts';
import { mediaRoutes } from './media.routes.ts';
import { sendStored } from './media.send.ts';
import { createMediaService, type MediaService } from './media.service.ts';
import { createStages } from './media.stages.ts';
import { tusRoutes } from './media.tus.routes.ts';
import { createTus, type Tus } from './media.tus.ts';
import { uploadRoutes } from './media.upload.routes.ts';
import { createUploads, type Uploads } from './media.uploads.ts';
import { createVideoHandler } from './media.video.job.ts';

export type { MediaDeps } from './media.deps.ts';
export { downloadName, titleOf } from './media.rules.ts';

interface RouteDeps extends BytesRoutesDeps {
  media: MediaService;
  uploads: Uploads;
  tus: Tus;
}

export function createMediaModule(deps: MediaDeps) {
  const { db, storage, queue } = deps;
  const reservations = createReservations(deps);
  const ingest = createIngest(deps);
  const derivatives = createDerivatives(deps);
  const stages = createStages(deps);
  const tus = createTus(deps, ingest, reservations);
  const routeDeps: RouteDeps = {
    deps,
    media: createMediaService(deps, ingest),
    uploads: createUploads(deps, ingest, reservations),
    renditions: createRenditions(deps),
    tus,
  };
  return {
    routes,
    routeDeps,
    jobs: [createImageHandler(deps, derivatives, stages), createVideoHandler(deps, derivatives, stages), createRemoveBytesHandler(storage)],
    housekeeping: createHousekeeping(deps, stages, tus),
    /** The way in for protocols that bring one file as a stream. */
    beginIntake: createIntake(deps, ingest, reservations),
    /** The bytes of an original from `startByte` on, for whoever may read it. */
    async openOriginal(actor: Person, fileId: string, startByte: number): Promise<Readable> {
      await authorize(db, actor, 'file.read', [fileId]);
      const file = await findFile(db, fileId);
      if (!file) throw new AppError('NOT_FOUND');
      if (startByte >= file.size_bytes) return Readable.from([]);
      return storage.openRead(file.storage_key, { start: startByte, end: file.size_bytes - 1 });
    },
    /** Before an album is deleted, in the same transaction: its media go, and the files no other album holds. */
    removeOfAlbum: (tx: Tx, albumId: string) => removeOfAlbum(tx, queue, albumId),
    removeOfAccount: (tx: Tx, userId: string) => removeOfAccount(tx, queue, userId),
    /** The bytes of a stored file by their checksum, as the request's Range asks. Who may ask is the caller's to know. */
    async sendFile(request: FastifyRequest, reply: FastifyReply, sha256: string): Promise<FastifyReply> {
      const file = await findBySha256(db, sha256);
      if (!file) throw new AppError('NOT_FOUND');
      return sendStored(storage, request, reply, {
        storageKey: file.storage_key,
        sizeBytes: file.size_bytes,
        mimetype: file.mimetype,
        etag: sha256,
      });
    },
  };
}

async function routes(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  await app.register(mediaRoutes, deps);
  await app.register(bytesRoutes, deps);
  await app.register(uploadRoutes, deps);
  await app.register(tusRoutes, deps);
}
