import type { FastifyInstance } from 'fastify';
import { autocommit } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { defineModule } from '../define-module.ts';
import { familyPlansByUser } from '../organisations/index.ts';
import { storageBreakdown, usageCounters } from './entitlements.events.ts';
import { entitlementsRoutes } from './entitlements.routes.ts';
import { createEntitlementsService } from './entitlements.service.ts';
import { createStorageOverview } from './storage-overview.service.ts';
import { mergeStorageAdditions } from './storage-usage.store.ts';

const MERGE_EVERY_MS = 60_000;

/** Limits and usage of an account, including objects of the organisation it owns. Subscriptions write the grants. */
export const entitlementsModule = defineModule({
  name: 'entitlements',
  tables: { owned: ['entitlements', 'storage_usage', 'storage_additions', 'upload_reservations'], read: ['users'] },
  ports: [usageCounters, storageBreakdown],
  accessCases: () => import('./access-cases.ts'),
  create(platform) {
    const entitlements = createEntitlementsService(platform);
    const overview = createStorageOverview({ ...platform, entitlements });
    return {
      api: entitlements,
      routes: (app: FastifyInstance) => entitlementsRoutes(app, { overview }),
      portProviders: [provide(familyPlansByUser, entitlements.listFamilyPlans)],
      workerTasks: [
        {
          name: 'entitlements.storage',
          everyMs: MERGE_EVERY_MS,
          run: async () => void (await mergeStorageAdditions(autocommit(platform.db))),
        },
      ],
    };
  },
});
