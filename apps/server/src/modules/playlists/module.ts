import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { Policies } from '../access/index.ts';
import { personalDataExports } from '../accounts/index.ts';
import { albumPurging } from '../albums/index.ts';
import { playlistBin } from '../bin/index.ts';
import { defineModule } from '../define-module.ts';
import { entitlementsModule, storageBreakdown, usageCounters } from '../entitlements/index.ts';
import { mediaRemovedFromAlbum } from '../media/index.ts';
import { organisationUsageCounters, ownerAndMembersPolicy, ownershipTransferred, selectOwnersAndMembers } from '../organisations/index.ts';
import { playlistChanged, playlistDeleting, playlistRestored } from './playlists.events.ts';
import { countOrganisationPlaylists, countPlaylists, listPlaylistsExport } from './playlists.read-model.ts';
import { playlistsRoutes } from './playlists.routes.ts';
import { createPlaylistsService } from './playlists.service.ts';
import { reassignPlaylists } from './playlists.store.ts';
import { readPlaylistStorage } from './storage-breakdown.read-model.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'playlist.read': true;
    'playlist.update': true;
  }
}

export const playlistPolicies: Policies = {
  'playlist.read': ownerAndMembersPolicy('playlists'),
  'playlist.update': ownerAndMembersPolicy('playlists'),
};

/** Selects the accounts with access to a playlist whose cover was uploaded by one of them. */
const selectCoverReaders = (
  table: 'playlists' | 'binned_playlists',
) => sql`select people.user_id from ${selectOwnersAndMembers(table)} as people
  where files.owner_id in (select user_id from ${selectOwnersAndMembers(table)} as owners)`;

export const playlistsModule = defineModule({
  name: 'playlists',
  tables: {
    owned: ['playlists', 'playlist_albums', 'binned_playlists', 'binned_playlist_albums'],
    read: ['users', 'organisation_members', 'files', 'albums', 'album_shares', 'media', 'binned_media', 'web_pages'],
  },
  events: [playlistChanged, playlistDeleting, playlistRestored],
  policies: playlistPolicies,
  auditedTables: { playlist: 'playlists' },
  fileReferences: [
    { table: 'playlists', column: 'thumbnail_file_id', readers: selectCoverReaders('playlists') },
    { table: 'binned_playlists', column: 'thumbnail_file_id', readers: selectCoverReaders('binned_playlists') },
  ],
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
        provide(storageBreakdown, readPlaylistStorage),
        provide(organisationUsageCounters, { playlists: countOrganisationPlaylists }),
        provide(personalDataExports, listPlaylistsExport),
        provide(playlistBin, playlists.bin.bin),
      ],
      workerTasks: playlists.bin.workerTasks,
    };
  },
});
