import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { accountCreated, accountDeleting, createAddressLookups, emailVerified } from '../accounts/index.ts';
import { defineModule, type FaceOf, type Platform } from '../define-module.ts';
import { entitlementsModule, holdings } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import {
  acquaintances,
  memberJoined,
  memberLeft,
  organisationDissolving,
  organisationHandedOver,
  organisationHoldings,
} from '../organisations/index.ts';
import { countAlbums, countAlbumsOf, countSharingGroups } from './album-holdings.read-model.ts';
import { deleteSharesOfMember, handOverInvitations } from './album-shares.store.ts';
import {
  albumAddersRemoved,
  albumContentChanged,
  albumDeleting,
  albumInvited,
  albumJoined,
  albumPurging,
  albumReadersChanged,
  albumRestored,
  invitationClosed,
} from './albums.events.ts';
import { createAlbumLifecycle } from './albums.lifecycle.ts';
import { createAlbumNudges } from './albums.nudges.ts';
import { albumPolicies, peopleOfAlbum, shares } from './albums.policies.ts';
import { albumContents } from './albums.ports.ts';
import { albumsRoutes } from './albums.routes.ts';
import { createAlbumsService } from './albums.service.ts';
import { handOverAlbums, releaseAlbums } from './albums.store.ts';
import { listAcquaintances } from './sharing.read-model.ts';
import { sharingRoutes } from './sharing.routes.ts';
import { createSharingService } from './sharing.service.ts';

export const albumsModule = defineModule({
  name: 'albums',
  tables: { owned: ['albums', 'album_shares'], read: ['users', 'organisation_members', 'files'] },
  events: [
    albumAddersRemoved,
    albumContentChanged,
    albumDeleting,
    albumRestored,
    albumPurging,
    albumReadersChanged,
    albumInvited,
    albumJoined,
    invitationClosed,
  ],
  ports: [albumContents],
  policies: albumPolicies,
  audited: { album: 'albums' },
  holdsFiles: [
    {
      table: 'albums',
      column: 'thumbnail_file_id',
      readers: sql`select user_id from ${peopleOfAlbum(shares.any)} as readers where albums.deleted_at is null`,
    },
  ],
  accessCases: () => import('./albums.access-cases.ts'),
  uses: { entitlements: entitlementsModule, files: filesModule },
  create,
});

interface Faces {
  entitlements: FaceOf<typeof entitlementsModule>;
  files: FaceOf<typeof filesModule>;
}

function create(platform: Platform, { entitlements, files }: Faces) {
  const deps = { ...platform, entitlements, nudges: createAlbumNudges(platform.live), forgetGrants: files.renditions.forgetGrants };
  const albums = createAlbumsService(deps);
  const lifecycle = createAlbumLifecycle(deps);
  const sharing = createSharingService({ ...deps, lookups: createAddressLookups(platform), read: albums.read });
  return {
    face: {
      create: albums.create,
      update: albums.update,
      remove: albums.remove,
      holdDeleted: lifecycle.holdDeleted,
      restore: lifecycle.restore,
      purge: lifecycle.purge,
      contentChanged: lifecycle.contentChanged,
      clearCover: lifecycle.clearCover,
      /** Whoever sees it looks again. */
      tell: deps.nudges.tellOf,
    },
    routes: async (app: FastifyInstance) => {
      await app.register(albumsRoutes, { albums });
      await app.register(sharingRoutes, { sharing });
    },
    housekeeping: lifecycle.housekeeping,
    reactions: [
      on(accountCreated, (tx, { userId }) => lifecycle.createDefault(tx, userId)),
      on(emailVerified, (tx, { userId, email }) => sharing.join(tx, userId, email)),
      on(accountDeleting, (tx, { userId }) => lifecycle.removeOfAccount(tx, userId)),
      on(memberJoined, async (tx, { orgId, userId }) => {
        await deleteSharesOfMember(tx, orgId, userId);
        // What still waits to be answered has been by this.
        await platform.emit(tx, invitationClosed, { userId });
      }),
      on(memberLeft, (tx, { orgId, userId }) => deleteSharesOfMember(tx, orgId, userId)),
      // They would hear of whoever accepts.
      on(memberLeft, (tx, { orgId, userId }) => handOverInvitations(tx, userId, orgId)),
      on(organisationHandedOver, (tx, { orgId, toId }) => handOverAlbums(tx, orgId, toId)),
      on(organisationDissolving, (tx, { orgId }) => releaseAlbums(tx, orgId)),
    ],
    provides: [
      provide(holdings, { albums: countAlbums, sharingGroups: countSharingGroups }),
      provide(organisationHoldings, { albums: countAlbumsOf }),
      provide(acquaintances, listAcquaintances),
    ],
  };
}
export type AlbumsFace = FaceOf<typeof albumsModule>;
