import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { Person } from '../access/index.ts';
import { accountDeleting } from '../accounts/index.ts';
import { defineModule, type FaceOf, type Platform } from '../define-module.ts';
import { grants } from '../organisations/index.ts';
import { createBytes } from './files.bytes.ts';
import { createDerivatives } from './files.derivatives.ts';
import { createDownloads } from './files.downloads.ts';
import { filePolicies, holdersOf } from './files.holders.ts';
import { createHousekeeping } from './files.housekeeping.ts';
import { providePictures } from './files.pictures.ts';
import { createPlaceSight } from './files.places.ts';
import { createRemoval, createRemoveBytesHandler, createRemoveKeyHandler } from './files.removal.ts';
import { createRenditions } from './files.renditions.ts';
import { bytesRoutes } from './files.routes.ts';
import { sendStored } from './files.send.ts';
import { findBySha256 } from './files.store.ts';

/** Bytes: how they are received, stored, made smaller and sent. Which album shows them is for others to know. */
export const filesModule = defineModule({
  name: 'files',
  tables: {
    owned: ['files'],
    // Whatever holds a file keeps it: the columns are those that modules declare as `holdsFiles`.
    read: [],
  },
  policies: filePolicies,
  consoleActions: { 'orderedFile.read': 'orders.see' },
  accessCases: () => import('./files.access-cases.ts'),
  create,
});

function create(platform: Platform) {
  const { db, storage } = platform;
  const fileHolders = holdersOf(platform.modules);
  const renditions = createRenditions(platform);
  const removal = createRemoval({ ...platform, fileHolders });
  const seesPlaces = createPlaceSight(fileHolders);
  const downloads = createDownloads(platform, renditions, seesPlaces);
  const bytes = createBytes(platform, renditions, downloads);
  return {
    face: {
      bytes,
      renditions,
      downloads,
      seesPlaces,
      derivatives: createDerivatives(platform),
      removeUnused: removal.removeUnused,
      /** What somebody gets to keep of an original, from `startByte` on. */
      openOriginal: async (actor: Person, fileId: string, startByte: number): Promise<Readable> =>
        (await downloads.open(actor, fileId, 0, startByte)).body,
      /** The bytes of a stored file by their checksum, as the request's Range asks. Who may ask is the caller's to know. */
      async sendFile(request: FastifyRequest, reply: FastifyReply, sha256: string): Promise<FastifyReply> {
        const file = await findBySha256(db, sha256);
        if (!file) throw new AppError('NOT_FOUND');
        const { storage_key: storageKey, size_bytes: sizeBytes, mimetype } = file;
        return sendStored(storage, request, reply, { storageKey, sizeBytes, mimetype, etag: sha256 });
      },
    },
    routes: (app: FastifyInstance) => bytesRoutes(app, { bytes }),
    jobs: [createRemoveBytesHandler(storage), createRemoveKeyHandler(storage)],
    housekeeping: createHousekeeping(platform, removal),
    reactions: [on(accountDeleting, (tx, { userId }) => removal.removeOfAccount(tx, userId))],
    provides: [providePictures, provide(grants, { forget: renditions.forgetGrants })],
  };
}
export type FilesFace = FaceOf<typeof filesModule>;
