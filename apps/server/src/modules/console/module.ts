import type { FastifyInstance } from 'fastify';
import { defineModule, type Platform } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { systemModule } from '../system/index.ts';
import { createAuditTrailService } from './audit.service.ts';
import { consoleRoutes } from './console.routes.ts';
import { createConsoleSearch } from './console-search.service.ts';
import { createOverviewService, MEASURE_INTERVAL_MS } from './overview.service.ts';
import { peopleRoutes } from './people.routes.ts';
import { createPeopleService } from './people.service.ts';

/** Reads of the administrators' console across modules. Changes belong to the module of the changed object. */
export const consoleModule = defineModule({
  name: 'console',
  tables: {
    owned: ['people_index', 'daily_figures'],
    read: [
      'users',
      'second_factors',
      'storage_usage',
      'storage_additions',
      'subscriptions',
      'plans',
      'plan_prices',
      'audit_entries',
      'devices',
      'screens',
      'media',
      'orders',
      'order_refunds',
      'contact_messages',
      'faqs',
    ],
  },
  uses: { entitlements: entitlementsModule, system: systemModule },
  accessCases: () => import('./access-cases.ts'),
  create: (platform: Platform, { entitlements, system }) => {
    const people = createPeopleService({ db: platform.db, entitlements });
    const overview = createOverviewService({ ...platform, system });
    const [audit, find] = [createAuditTrailService(platform), createConsoleSearch(platform)];
    return {
      api: {},
      routes: async (app: FastifyInstance) => {
        await peopleRoutes(app, { people });
        await consoleRoutes(app, { overview, audit, search: find });
      },
      workerTasks: [{ name: 'console.figures', everyMs: MEASURE_INTERVAL_MS, run: overview.measure }],
    };
  },
});
