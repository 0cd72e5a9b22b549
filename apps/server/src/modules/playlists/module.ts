import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { personalDataExports } from '../accounts/index.ts';
import { albumPurging } from '../albums/index.ts';
import { defineModule } from '../define-module.ts';
import { entitlementsModule, usageCounters } from '../entitlements/index.ts';
import { mediaRemovedFromAlbum } from '../media/index.ts';
import { organisationUsageCounters, ownershipTransferred } from '../organisations/index.ts';
import { countOrganisationPlaylists, countPlaylists, listPlaylistsExport } from './playlist-holdings.read-model.ts';
import { playlistChanged, playlistDeleting } from './playlists.events.ts';
import { playlistPolicies, selectCoverReaders } from './playlists.policies.ts';
import { playlistsRoutes } from './playlists.routes.ts';
import { createPlaylistsService } from './playlists.service.ts';
import { reassignPlaylists } from './playlists.store.ts';

export const playlistsModule = defineModule({
  name: 'playlists',
  tables: {
    owned: ['playlists', 'playlist_albums'],
    read: ['users', 'organisation_members', 'files', 'albums', 'album_shares', 'media', 'binned_media'],
  },
  events: [playlistChanged, playlistDeleting],
  policies: playlistPolicies,
  auditedTables: { playlist: 'playlists' },
  fileReferences: [{ table: 'playlists', column: 'thumbnail_file_id', readers: selectCoverReaders }],
  accessCases: () => import('./access-cases.ts'),
  uses: { entitlements: entitlementsModule },
  create(platform, { entitlements }) {
    const playlists = createPlaylistsService({ ...platform, entitlements });
    return {
      api: {},
      routes: (app: FastifyInstance) => playlistsRoutes(app, { playlists }),
      reactions: [
        on(mediaRemovedFromAlbum, (tx, { fileIds }) => playlists.handleMediaRemoved(tx, fileIds)),
        on(albumPurging, (tx, { albumId }) => playlists.handleAlbumPurging(tx, albumId)),
        on(ownershipTransferred, (tx, { orgId, toId }) => reassignPlaylists(tx, orgId, toId)),
      ],
      portProviders: [
        provide(usageCounters, { playlists: countPlaylists }),
        provide(organisationUsageCounters, { playlists: countOrganisationPlaylists }),
        provide(personalDataExports, listPlaylistsExport),
      ],
    };
  },
});
