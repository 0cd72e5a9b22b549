import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { personalData } from '../accounts/index.ts';
import { albumPurging } from '../albums/index.ts';
import { defineModule } from '../define-module.ts';
import { entitlementsModule, holdings } from '../entitlements/index.ts';
import { mediaLeft } from '../media/index.ts';
import { organisationHandedOver, organisationHoldings } from '../organisations/index.ts';
import { countPlaylists, countPlaylistsOf, exportPlaylists } from './playlist-holdings.read-model.ts';
import { playlistChanged, playlistDeleting } from './playlists.events.ts';
import { playlistPolicies, readersByCover } from './playlists.policies.ts';
import { playlistsRoutes } from './playlists.routes.ts';
import { createPlaylistsService } from './playlists.service.ts';
import { handOverPlaylists } from './playlists.store.ts';

export const playlistsModule = defineModule({
  name: 'playlists',
  tables: {
    owned: ['playlists', 'playlist_albums'],
    read: ['users', 'organisation_members', 'files', 'albums', 'album_shares', 'media', 'binned_media'],
  },
  events: [playlistChanged, playlistDeleting],
  policies: playlistPolicies,
  audited: { playlist: 'playlists' },
  holdsFiles: [{ table: 'playlists', column: 'thumbnail_file_id', readers: readersByCover }],
  accessCases: () => import('./playlists.access-cases.ts'),
  uses: { entitlements: entitlementsModule },
  create(platform, { entitlements }) {
    const playlists = createPlaylistsService({ ...platform, entitlements });
    return {
      face: {},
      routes: (app: FastifyInstance) => playlistsRoutes(app, { playlists }),
      reactions: [
        on(mediaLeft, (tx, { fileIds }) => playlists.mediaLeft(tx, fileIds)),
        on(albumPurging, (tx, { albumId }) => playlists.albumPurging(tx, albumId)),
        on(organisationHandedOver, (tx, { orgId, toId }) => handOverPlaylists(tx, orgId, toId)),
      ],
      provides: [
        provide(holdings, { playlists: countPlaylists }),
        provide(organisationHoldings, { playlists: countPlaylistsOf }),
        provide(personalData, exportPlaylists),
      ],
    };
  },
});
