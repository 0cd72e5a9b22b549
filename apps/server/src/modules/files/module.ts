import type { Readable } from 'node:stream';
import { LIMITS } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { Person } from '../access/index.ts';
import { accountDeleting, type ProfilePicture, profilePictures } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { accessCache } from '../organisations/index.ts';
import { createContentFiles } from './content-files.service.ts';
import { createDerivativesService } from './derivatives.service.ts';
import { createFilePolicies, createLocationAccess, listFileReferences } from './file-access.read-model.ts';
import { createFileDelivery } from './file-delivery.service.ts';
import { createFileDownloads } from './file-downloads.service.ts';
import { createFileRemoval, createRemoveFileBytesHandler, createRemoveStoredKeyHandler } from './file-removal.service.ts';
import { createFileCleanupTasks } from './files.jobs.ts';
import { fileRoutes } from './files.routes.ts';
import { getDevelopedFormat, isPicture } from './files.rules.ts';
import { findFile, findFileBySha256 } from './files.store.ts';
import { createRenditionsService } from './renditions.service.ts';
import { sendStoredFile } from './send-file.ts';

const describePicture = (file: { id: string; mimetype: string; original_name: string }): ProfilePicture => ({
  key: file.id,
  location: `uploads?key=${file.id}`,
  mimetype: file.mimetype,
  name: file.original_name,
});

/** Pictures of people and organisations. They are small, because they are shown in many places. */
export const profilePictureProvider = provide(profilePictures, {
  async describe(db, fileId) {
    const file = fileId === null ? undefined : await findFile(db, fileId);
    return file ? describePicture(file) : null;
  },
  async assertOwnedBy(db, userId, fileId) {
    const file = await findFile(db, fileId);
    if (!file || file.role !== 'original' || file.owner_id !== userId) throw new AppError('NOT_FOUND');
    // Such images are not converted, so the picture could not be shown.
    if (!isPicture(file) || getDevelopedFormat(file.mimetype) === 'tiff') throw new AppError('FILE_UNSUPPORTED');
    if (file.size_bytes >= LIMITS.profilePictureBytes) throw new AppError('PICTURE_TOO_LARGE');
  },
});

/** Bytes: how they are received, stored, made smaller and sent. Which album shows them is for others to know. */
export const filesModule = defineModule({
  name: 'files',
  tables: {
    owned: ['files'],
    // The tables of other modules that hold files are those declared as `holdsFiles`.
    read: [],
  },
  policies: createFilePolicies,
  consoleActions: { 'orderedFile.read': 'orders.see' },
  accessCases: () => import('./access-cases.ts'),
  create,
});

function create(platform: Platform) {
  const { db, storage } = platform;
  const fileHolders = listFileReferences(platform.modules);
  const renditions = createRenditionsService(platform);
  const removal = createFileRemoval({ ...platform, fileHolders });
  const seesPlaces = createLocationAccess(fileHolders);
  const downloads = createFileDownloads(platform, renditions, seesPlaces);
  const bytes = createFileDelivery(platform, renditions, downloads);
  return {
    api: {
      bytes,
      renditions,
      downloads,
      seesPlaces,
      derivatives: createDerivativesService(platform),
      contents: createContentFiles(platform),
      removeUnused: removal.deleteUnused,
      /** Opens an original for download, from `startByte` on. */
      openOriginal: async (actor: Person, fileId: string, startByte: number): Promise<Readable> =>
        (await downloads.open(actor, fileId, 0, startByte)).body,
      /** The bytes of a stored file by their checksum, as the request's Range asks. Who may ask is the caller's to know. */
      async sendFile(request: FastifyRequest, reply: FastifyReply, sha256: string): Promise<FastifyReply> {
        const file = await findFileBySha256(db, sha256);
        if (!file) throw new AppError('NOT_FOUND');
        const { storage_key: storageKey, size_bytes: sizeBytes, mimetype } = file;
        return sendStoredFile(storage, request, reply, { storageKey, sizeBytes, mimetype, etag: sha256 });
      },
    },
    routes: (app: FastifyInstance) => fileRoutes(app, { bytes }),
    jobs: [createRemoveFileBytesHandler(storage), createRemoveStoredKeyHandler(storage)],
    workerTasks: createFileCleanupTasks(platform, removal),
    reactions: [on(accountDeleting, (tx, { userId }) => removal.deleteAccountFiles(tx, userId))],
    portProviders: [profilePictureProvider, provide(accessCache, { clear: renditions.clearAccessCache })],
  };
}
export type FilesApi = ModuleApi<typeof filesModule>;
