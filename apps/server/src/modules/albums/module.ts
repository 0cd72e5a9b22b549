import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { accountCreated, accountDeleting, createAddressLookups, emailVerified } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { entitlementsModule, lockAccounts, storageBreakdown, usageCounters } from '../entitlements/index.ts';
import { filesModule } from '../files/index.ts';
import {
  memberJoined,
  memberLeft,
  organisationDissolving,
  organisationLocks,
  organisationUsageCounters,
  ownershipTransferred,
  sharingContacts,
} from '../organisations/index.ts';
import { albumPolicies, SHARE_CONDITIONS, selectAlbumPeople } from './album-access.read-model.ts';
import { createAlbumLifecycle } from './album-lifecycle.service.ts';
import { deleteMemberShares, reassignInvitations } from './album-shares.store.ts';
import {
  albumContentChanged,
  albumContents,
  albumDeleting,
  albumInvited,
  albumJoined,
  albumPurging,
  albumReadersChanged,
  albumRestored,
  invitationClosed,
} from './albums.events.ts';
import { createAlbumNotifier } from './albums.live.ts';
import { countAlbums, countOrganisationAlbums, countSharingGroups } from './albums.read-model.ts';
import { albumsRoutes } from './albums.routes.ts';
import { createAlbumsService } from './albums.service.ts';
import { detachAlbumsFromOrganisation, lockOrganisationAlbums, reassignAlbums } from './albums.store.ts';
import { createFamilySharingService } from './family-sharing.service.ts';
import { listSharingContacts } from './sharing.read-model.ts';
import { sharingRoutes } from './sharing.routes.ts';
import { createSharingService } from './sharing.service.ts';
import { readAlbumStorage } from './storage-breakdown.read-model.ts';
import { createStorageReservations, releaseReservationsByMember } from './storage-reservations.service.ts';

export const albumsModule = defineModule({
  name: 'albums',
  tables: { owned: ['albums', 'album_shares'], read: ['users', 'organisation_members', 'files'] },
  events: [
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
  auditedTables: { album: 'albums' },
  fileReferences: [
    {
      table: 'albums',
      column: 'thumbnail_file_id',
      readers: sql`select user_id from ${selectAlbumPeople(SHARE_CONDITIONS.any)} as readers where albums.deleted_at is null`,
    },
  ],
  accessCases: () => import('./access-cases.ts'),
  uses: { entitlements: entitlementsModule, files: filesModule },
  create,
});

interface Dependencies {
  entitlements: ModuleApi<typeof entitlementsModule>;
  files: ModuleApi<typeof filesModule>;
}

function create(platform: Platform, { entitlements, files }: Dependencies) {
  const deps = {
    ...platform,
    entitlements,
    nudges: createAlbumNotifier(platform.live),
    clearAccessCache: files.renditions.clearAccessCache,
  };
  const albums = createAlbumsService(deps);
  const lifecycle = createAlbumLifecycle(deps);
  const sharing = createSharingService({ ...deps, lookups: createAddressLookups(platform), read: albums.read });
  const familySharing = createFamilySharingService(deps);
  return {
    api: {
      create: albums.create,
      update: albums.update,
      remove: albums.remove,
      lockDeletedAlbums: lifecycle.holdDeleted,
      restore: lifecycle.restore,
      purge: lifecycle.purge,
      contentChanged: lifecycle.markContentChanged,
      notifyContentChanged: deps.nudges.notifyContentChanged,
      clearCover: lifecycle.clearCover,
      reservations: createStorageReservations(deps),
      /** Notifies everyone who can see the album. */
      notifyReaders: deps.nudges.notifyReaders,
    },
    routes: async (app: FastifyInstance) => {
      await albumsRoutes(app, { albums });
      await sharingRoutes(app, { sharing, familySharing });
    },
    workerTasks: lifecycle.housekeeping,
    reactions: [
      on(accountCreated, (tx, { userId }) => lifecycle.createDefault(tx, userId)),
      on(emailVerified, (tx, { userId, email }) => sharing.joinInvitedAlbums(tx, userId, email)),
      on(accountDeleting, (tx, { userId }) => lifecycle.deleteAccountAlbums(tx, userId)),
      on(memberJoined, async (tx, { orgId, userId }) => {
        await deleteMemberShares(tx, orgId, userId);
        // Pending invitations were sent by this account.
        await platform.emit(tx, invitationClosed, { userId });
      }),
      on(memberLeft, (tx, { orgId, userId }) => releaseReservationsByMember(tx, orgId, userId)),
      on(memberLeft, (tx, { orgId, userId }) => deleteMemberShares(tx, orgId, userId)),
      // Otherwise the former member would be notified when someone accepts.
      on(memberLeft, (tx, { orgId, userId }) => reassignInvitations(tx, userId, orgId)),
      on(ownershipTransferred, (tx, { orgId, toId }) => reassignAlbums(tx, orgId, toId)),
      on(organisationDissolving, (tx, { orgId }) => detachAlbumsFromOrganisation(tx, orgId)),
    ],
    portProviders: [
      provide(usageCounters, { albums: countAlbums, sharingGroups: countSharingGroups }),
      provide(storageBreakdown, readAlbumStorage),
      provide(organisationLocks, async (tx, orgId, userIds) => {
        await lockAccounts(tx, userIds);
        await lockOrganisationAlbums(tx, orgId);
      }),
      provide(organisationUsageCounters, { albums: countOrganisationAlbums }),
      provide(sharingContacts, listSharingContacts),
    ],
  };
}
export type AlbumsApi = ModuleApi<typeof albumsModule>;
