import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { defineModule } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { authorizeList, findBillingOwner } from '../organisations/index.ts';
import { storageRoutes } from './entitlements.routes.ts';
import { loadStorageAmounts } from './storage.read-model.ts';

/** Storage usage of an account by kind. */
export const storageOverviewModule = defineModule({
  name: 'storage-overview',
  tables: {
    owned: [],
    read: [
      'organisation_members',
      'storage_usage',
      'files',
      'albums',
      'album_shares',
      'media',
      'binned_media',
      'album_contributions',
      'playlists',
      'playlist_albums',
    ],
  },
  uses: { entitlements: entitlementsModule },
  accessCases: () => import('./access-cases.ts'),
  create: ({ db }, { entitlements }) => ({
    api: {},
    routes: (app: FastifyInstance) =>
      storageRoutes(app, {
        storage: async (actor, whose) => {
          await authorizeList(db, actor, whose);
          const payerId = await findBillingOwner(db, whose);
          if (payerId === undefined) throw new AppError('NOT_FOUND');
          return { ...(await loadStorageAmounts(db, whose, payerId)), quotaBytes: await entitlements.getStorageQuota(db, payerId) };
        },
      }),
  }),
});
