import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow, Policies, Policy } from '../access/index.ts';
import { accountDeleting, accountLocks, personalDataExports } from '../accounts/index.ts';
import { albumsModule, SHARE_CONDITIONS, selectAlbumPeople } from '../albums/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { storageBreakdown } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import { albumContentsProvider, listAlbumsExport } from './album-contents.read-model.ts';
import { createAttachMedia } from './attach-media.service.ts';
import { createDuplicateFinder } from './duplicates.service.ts';
import { createFavouritesService } from './favourites.service.ts';
import { framingStates, mediaRemovedFromAlbum } from './media.events.ts';
import { createMediaTasks } from './media.jobs.ts';
import { createMediaPresenter } from './media.presenter.ts';
import { mediaRoutes } from './media.routes.ts';
import { createMediaService } from './media.service.ts';
import { deleteAccountMedia, lockAccountsForDeletion } from './media-removal.service.ts';
import { createSearchService } from './search.service.ts';
import { readMediaStorage } from './storage-breakdown.read-model.ts';
import { createTimelineService } from './timeline.service.ts';

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
    owned: ['media', 'binned_media', 'album_contributions', 'further_search_keys', 'favourites', 'upload_order'],
    read: ['files', 'albums', 'album_shares'],
  },
  events: [mediaRemovedFromAlbum],
  ports: [framingStates],
  policies: mediaPolicies,
  auditedTables: { media: 'media' },
  fileReferences: [
    { table: 'media', column: 'file_id', readers: selectMediaReaders, locationReaders: selectLocationReaders },
    { table: 'media', column: 'live_video_id', readers: selectMediaReaders, locationReaders: selectLocationReaders },
    { table: 'binned_media', column: 'file_id', readers: selectBinReaders, locationReaders: selectBinReaders },
    { table: 'binned_media', column: 'live_video_id', readers: selectBinReaders, locationReaders: selectBinReaders },
  ],
  uses: { albums: albumsModule, files: filesModule },
  accessCases: () => import('./access-cases.ts'),
  create(platform: Platform, { albums, files }) {
    const deps = { ...platform, albums, files };
    const attaching = createAttachMedia(deps);
    const present = createMediaPresenter(deps);
    const media = createMediaService(deps, present);
    const found = { search: createSearchService(deps, present), timeline: createTimelineService(deps, present) };
    const findKnownFiles = createDuplicateFinder(deps);
    const routeDeps = {
      media,
      favourites: createFavouritesService(deps),
      findKnownFiles,
      ...found,
    };
    return {
      api: {
        ...attaching,
        present,
        update: media.update,
        updateInTransaction: media.updateInTransaction,
        remove: media.remove,
        list: media.list,
        layout: media.layout,
      },
      routes: async (app: FastifyInstance) => {
        await mediaRoutes(app, routeDeps);
      },
      workerTasks: createMediaTasks(platform),
      reactions: [on(accountDeleting, (tx, { userId }) => deleteAccountMedia(tx, deps, userId))],
      portProviders: [
        albumContentsProvider,
        provide(personalDataExports, listAlbumsExport),
        provide(accountLocks, lockAccountsForDeletion),
        provide(storageBreakdown, readMediaStorage),
      ],
    };
  },
});

export type MediaApi = ModuleApi<typeof mediaModule>;
