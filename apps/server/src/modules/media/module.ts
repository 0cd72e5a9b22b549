import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow, Policies, Policy } from '../access/index.ts';
import { accountDeleting, accountLocks, personalDataExports } from '../accounts/index.ts';
import {
  albumAddersRemoved,
  albumDeleting,
  albumPurging,
  albumRestored,
  albumsModule,
  SHARE_CONDITIONS,
  selectAlbumPeople,
} from '../albums/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { entitlementsModule, storageBreakdown } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import { memberLeft, organisationDissolving, ownershipTransferred } from '../organisations/index.ts';
import { albumContentsProvider, listAlbumsExport } from './album-contents.read-model.ts';
import { createTransfersService } from './album-transfers.service.ts';
import { createAttachMedia } from './attach-media.service.ts';
import { binRoutes } from './bin.routes.ts';
import { createBinOperations, createBinService } from './bin.service.ts';
import { listCoversByFormerMember } from './copies.store.ts';
import { createDuplicateFinder } from './duplicates.service.ts';
import { clearForeignCovers, keepMediaWithOwner, reassignFamilyMedia } from './family-media.service.ts';
import { createFavouritesService } from './favourites.service.ts';
import { createImageHandler } from './image.jobs.ts';
import type { MediaDeps } from './media.deps.ts';
import { mediaRemovedFromAlbum } from './media.events.ts';
import { createMediaTasks } from './media.housekeeping.ts';
import { createMediaPresenter } from './media.presenter.ts';
import { mediaRoutes } from './media.routes.ts';
import { createMediaService } from './media.service.ts';
import { deleteAccountMedia, lockAccountWithContributors } from './media-removal.service.ts';
import { createMetadataHandler } from './metadata.jobs.ts';
import { createProcessingStatus } from './processing-status.service.ts';
import { createRegenerateHandler } from './regeneration.jobs.ts';
import { createSearchService } from './search.service.ts';
import { readMediaStorage } from './storage-breakdown.read-model.ts';
import { createStorageReservations, lockStorageOwner } from './storage-reservations.service.ts';
import { createTimelineService } from './timeline.service.ts';
import { createVideoHandler } from './video.jobs.ts';
import { videoQueueRoutes } from './video-queue.routes.ts';
import { createVideoQueueService } from './video-queue.service.ts';
import { zipRoutes } from './zip.routes.ts';
import { createZipDownloads } from './zip.service.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'media.read': true;
    'media.update': true;
  }
}

const mediaPeoplePolicy =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<OwnerRow>`
        select media.id, people.user_id as "ownerId", people.is_guest as "isGuest"
        from media join albums on albums.id = media.album_id cross join lateral ${selectAlbumPeople(sufficing)} as people
        where media.id = any(${ids}::uuid[]) and albums.deleted_at is null`;

export const mediaPolicies: Policies = {
  'media.read': mediaPeoplePolicy(SHARE_CONDITIONS.any),
  /** People who may arrange the album, and the uploader while they may still add to it. */
  'media.update': mediaPeoplePolicy(sql<boolean>`${SHARE_CONDITIONS.write} and user_id = media.uploaded_by`),
};

/** People who can read the album that contains it. */
export const selectMediaReaders = sql`select people.user_id from albums cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.any)} as people
  where albums.id = media.album_id and albums.deleted_at is null`;

/** Readers of the album who may see the place of capture. */
export const selectLocationReaders = sql`select people.user_id from albums cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.places)} as people
  where albums.id = media.album_id and albums.deleted_at is null`;

/** The owners of the album it was deleted from, also while that album is in the bin. */
export const selectBinReaders = sql`select people.user_id from albums cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.none)} as people
  where albums.id = binned_media.album_id`;

/** The pictures and videos of albums. */
export const mediaModule = defineModule({
  name: 'media',
  tables: {
    owned: [
      'media',
      'binned_media',
      'zip_tickets',
      'album_contributions',
      'further_search_keys',
      'video_progress',
      'favourites',
      'upload_order',
    ],
    read: ['users', 'files', 'albums', 'album_shares', 'organisation_members'],
  },
  events: [mediaRemovedFromAlbum],
  policies: mediaPolicies,
  auditedTables: { media: 'media' },
  fileReferences: [
    { table: 'media', column: 'file_id', readers: selectMediaReaders, locationReaders: selectLocationReaders },
    { table: 'binned_media', column: 'file_id', readers: selectBinReaders, locationReaders: selectBinReaders },
  ],
  uses: { albums: albumsModule, files: filesModule, entitlements: entitlementsModule },
  accessCases: () => import('./access-cases.ts'),
  create(platform: Platform, { albums, files, entitlements }) {
    const deps: MediaDeps = { ...platform, albums, files, entitlements };
    const reservations = createStorageReservations(deps);
    const stages = createProcessingStatus(deps);
    const bin = createBinOperations(deps);
    const zips = createZipDownloads(deps);
    const attach = createAttachMedia(deps);
    const media = createMediaService(deps, attach, reservations);
    const present = createMediaPresenter(deps);
    const found = { search: createSearchService(deps, present), timeline: createTimelineService(deps, present) };
    const findKnownFiles = createDuplicateFinder(deps);
    const routeDeps = {
      media,
      favourites: createFavouritesService(deps),
      transfers: createTransfersService(deps, reservations),
      zips,
      findKnownFiles,
      ...found,
    };
    return {
      api: {
        attach,
        reservations,
        lockStorageOwner: (tx: Tx, albumId: string | null, userId: string) => lockStorageOwner(tx, entitlements, albumId, userId),
        update: media.update,
        remove: media.remove,
        list: media.list,
        layout: media.layout,
        packAlbum: zips.packAlbum,
      },
      routes: async (app: FastifyInstance) => {
        await app.register(mediaRoutes, routeDeps);
        await app.register(zipRoutes, routeDeps);
        await app.register(binRoutes, { bin: createBinService(deps, bin) });
        await app.register(videoQueueRoutes, { videoQueue: createVideoQueueService(deps, stages) });
      },
      jobs: [
        createImageHandler(deps, stages),
        createVideoHandler(deps, files.derivatives, stages),
        createRegenerateHandler(deps, files.derivatives, stages),
        createMetadataHandler(deps),
      ],
      workerTasks: createMediaTasks(deps, stages, bin, zips),
      reactions: [
        on(albumDeleting, (tx, { albumId }) => bin.moveAlbumToBin(tx, albumId)),
        on(albumAddersRemoved, (tx, { albumId }) => reservations.releaseForbidden(tx, albumId)),
        on(albumRestored, (tx, { albumId }) => bin.restoreAlbum(tx, albumId)),
        on(albumPurging, (tx, { albumId }) => bin.deleteAlbumMedia(tx, albumId)),
        on(accountDeleting, (tx, { userId }) => deleteAccountMedia(tx, deps, userId)),
        on(memberLeft, async (tx, { orgId, userId }) => {
          await reservations.releaseByMember(tx, orgId, userId);
          await clearForeignCovers(tx, deps, await listCoversByFormerMember(tx, orgId, userId));
        }),
        on(ownershipTransferred, (tx, family) => reassignFamilyMedia(tx, deps, family)),
        on(organisationDissolving, keepMediaWithOwner),
      ],
      portProviders: [
        albumContentsProvider,
        provide(personalDataExports, listAlbumsExport),
        provide(accountLocks, lockAccountWithContributors),
        provide(storageBreakdown, readMediaStorage),
      ],
    };
  },
});

export type MediaApi = ModuleApi<typeof mediaModule>;
