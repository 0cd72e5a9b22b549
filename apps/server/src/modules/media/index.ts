import { Readable } from 'node:stream';
import type { Media } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { findBySha256, findFile } from './files.store.ts';
import { createBin } from './media.bin.ts';
import { type BytesRoutesDeps, bytesRoutes } from './media.bytes.routes.ts';
import type { MediaDeps } from './media.deps.ts';
import { createDerivatives } from './media.derivatives.ts';
import { createHousekeeping } from './media.housekeeping.ts';
import { createImageHandler } from './media.image.job.ts';
import { createIngest } from './media.ingest.ts';
import { createIntake } from './media.intake.ts';
import { presentMedia } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { createRemoveBytesHandler, removeOfAccount } from './media.removal.ts';
import { createRenditions } from './media.renditions.ts';
import { createReservations } from './media.reservations.ts';
import { type MediaRoutesDeps, mediaRoutes } from './media.routes.ts';
import { sendStored } from './media.send.ts';
import { createMediaService } from './media.service.ts';
import { createStages } from './media.stages.ts';
import { createTransfers } from './media.transfers.ts';
import { tusRoutes } from './media.tus.routes.ts';
import { createTus, type Tus } from './media.tus.ts';
import { uploadRoutes } from './media.upload.routes.ts';
import { createUploads, type Uploads } from './media.uploads.ts';
import { createVideoHandler } from './media.video.job.ts';
import { zipRoutes } from './media.zip.routes.ts';
import { createZips, type Zips } from './media.zip.ts';

export type { MediaDeps } from './media.deps.ts';
export { downloadName, titleOf } from './media.rules.ts';

interface RouteDeps extends BytesRoutesDeps, MediaRoutesDeps {
  zips: Zips;
  uploads: Uploads;
  tus: Tus;
}

export function createMediaModule(deps: MediaDeps) {
  const { db, storage } = deps;
  const reservations = createReservations(deps);
  const ingest = createIngest(deps);
  const derivatives = createDerivatives(deps);
  const stages = createStages(deps);
  const tus = createTus(deps, ingest, reservations);
  const bin = createBin(deps);
  const renditions = createRenditions(deps);
  const zips = createZips(deps, renditions);
  const routeDeps: RouteDeps = {
    deps,
    media: createMediaService(deps, ingest),
    transfers: createTransfers(deps, reservations),
    uploads: createUploads(deps, ingest, reservations),
    renditions,
    zips,
    tus,
  };
  return {
    routes,
    routeDeps,
    jobs: [createImageHandler(deps, derivatives, stages), createVideoHandler(deps, derivatives, stages), createRemoveBytesHandler(storage)],
    housekeeping: createHousekeeping(deps, stages, tus, bin, zips),
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
    ...bin,
    forgetGrants: renditions.forgetGrants,
    removeOfAccount: (tx: Tx, userId: string) => removeOfAccount(tx, deps, userId),
    /** As the API tells them, in order of their places; without those that are gone. Whoever asks was asked who they are. */
    findMediaByIds: async (tx: Tx, ids: string[]): Promise<Media[]> =>
      ids.length === 0 ? [] : (await findMedia(tx, ids)).map(presentMedia),
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
  await app.register(zipRoutes, deps);
}
