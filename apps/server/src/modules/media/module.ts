import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/database/database.ts';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { accountDeleting, accountHolds, personalData } from '../accounts/index.ts';
import { albumAddersRemoved, albumDeleting, albumPurging, albumRestored, albumsModule } from '../albums/index.ts';
import { defineModule, type FaceOf, type Platform } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import { memberLeft, organisationDissolving, organisationHandedOver } from '../organisations/index.ts';
import { binRoutes } from './bin.routes.ts';
import { createBinService } from './bin.service.ts';
import { listCoversFrom } from './copies.store.ts';
import { exportAlbums } from './export.read-model.ts';
import { createFavourites } from './favourites.service.ts';
import { createKnownFiles } from './known-files.ts';
import { createAttach } from './media.attach.ts';
import { createBin } from './media.bin.ts';
import { provideAlbumContents } from './media.contents.ts';
import type { MediaDeps } from './media.deps.ts';
import { mediaLeft } from './media.events.ts';
import { createFactsHandler } from './media.facts.job.ts';
import { clearStrangeCovers, handOverMedia, keepForOwner } from './media.families.ts';
import { createHousekeeping } from './media.housekeeping.ts';
import { createImageHandler } from './media.image.job.ts';
import { mediaPolicies, placeReadersByMedia, readersByBin, readersByMedia } from './media.policies.ts';
import { createPresenting } from './media.presenting.ts';
import { createRemakeHandler } from './media.remake.job.ts';
import { holdWithGuests, removeOfAccount } from './media.removal.ts';
import { createReservations } from './media.reservations.ts';
import { mediaRoutes } from './media.routes.ts';
import { createMediaService } from './media.service.ts';
import { createStages } from './media.stages.ts';
import { holdStorage } from './media.storage-scope.ts';
import { createTransfers } from './media.transfers.ts';
import { createVideoHandler } from './media.video.job.ts';
import { zipRoutes } from './media.zip.routes.ts';
import { createZips } from './media.zip.ts';
import { createSearchService } from './search.service.ts';
import { createTimelineService } from './timeline.service.ts';
import { videoQueueRoutes } from './video-queue.routes.ts';
import { createVideoQueue } from './video-queue.service.ts';

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
  events: [mediaLeft],
  policies: mediaPolicies,
  audited: { media: 'media' },
  holdsFiles: [
    { table: 'media', column: 'file_id', readers: readersByMedia, placeReaders: placeReadersByMedia },
    { table: 'binned_media', column: 'file_id', readers: readersByBin, placeReaders: readersByBin },
  ],
  uses: { albums: albumsModule, files: filesModule, entitlements: entitlementsModule },
  accessCases: () => import('./media.access-cases.ts'),
  create(platform: Platform, { albums, files, entitlements }) {
    const deps: MediaDeps = { ...platform, albums, files, entitlements };
    const reservations = createReservations(deps);
    const stages = createStages(deps);
    const bin = createBin(deps);
    const zips = createZips(deps);
    const attach = createAttach(deps);
    const media = createMediaService(deps, attach, reservations);
    const present = createPresenting(deps);
    const found = { search: createSearchService(deps, present), timeline: createTimelineService(deps, present) };
    const findKnownFiles = createKnownFiles(deps);
    const routeDeps = {
      media,
      favourites: createFavourites(deps),
      transfers: createTransfers(deps, reservations),
      zips,
      findKnownFiles,
      ...found,
    };
    return {
      face: {
        attach,
        reservations,
        holdStorage: (tx: Tx, albumId: string | null, userId: string) => holdStorage(tx, entitlements, albumId, userId),
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
        await app.register(videoQueueRoutes, { videoQueue: createVideoQueue(deps, stages) });
      },
      jobs: [
        createImageHandler(deps, stages),
        createVideoHandler(deps, files.derivatives, stages),
        createRemakeHandler(deps, files.derivatives, stages),
        createFactsHandler(deps),
      ],
      housekeeping: createHousekeeping(deps, stages, bin, zips),
      reactions: [
        on(albumDeleting, (tx, { albumId }) => bin.binOfAlbum(tx, albumId)),
        on(albumAddersRemoved, (tx, { albumId }) => reservations.releaseOfOthers(tx, albumId)),
        on(albumRestored, (tx, { albumId }) => bin.restoreOfAlbum(tx, albumId)),
        on(albumPurging, (tx, { albumId }) => bin.removeOfAlbum(tx, albumId)),
        on(accountDeleting, (tx, { userId }) => removeOfAccount(tx, deps, userId)),
        on(memberLeft, async (tx, { orgId, userId }) => {
          await reservations.releaseOfMember(tx, orgId, userId);
          await clearStrangeCovers(tx, deps, await listCoversFrom(tx, orgId, userId));
        }),
        on(organisationHandedOver, (tx, family) => handOverMedia(tx, deps, family)),
        on(organisationDissolving, keepForOwner),
      ],
      provides: [provideAlbumContents, provide(personalData, exportAlbums), provide(accountHolds, holdWithGuests)],
    };
  },
});

export type MediaFace = FaceOf<typeof mediaModule>;
