import type { FastifyInstance } from 'fastify';
import { defineModule, type Platform } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { systemModule } from '../system/index.ts';
import { createAuditTrail } from './audit.service.ts';
import { consoleRoutes } from './console.routes.ts';
import { createFind } from './find.service.ts';
import { createOverview, MEASURED_EVERY_MS } from './overview.service.ts';
import { peopleRoutes } from './people.routes.ts';
import { createPeople } from './people.service.ts';

/** What the administrator's console reads across modules. What it changes belongs to the module of the thing. */
export const consoleModule = defineModule({
  name: 'console',
  tables: {
    owned: ['people_index', 'daily_figures'],
    read: [
      'users',
      'storage_usage',
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
  accessCases: () => import('./console.access-cases.ts'),
  create: (platform: Platform, { entitlements, system }) => {
    const people = createPeople({ db: platform.db, entitlements });
    const overview = createOverview({ ...platform, system });
    const [audit, find] = [createAuditTrail(platform), createFind(platform)];
    return {
      face: {},
      routes: async (app: FastifyInstance) => {
        await app.register(peopleRoutes, { people });
        await app.register(consoleRoutes, { overview, audit, find });
      },
      housekeeping: [{ name: 'console.figures', everyMs: MEASURED_EVERY_MS, run: overview.measure }],
    };
  },
});
