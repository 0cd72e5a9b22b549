import type { FastifyInstance } from 'fastify';
import { defineModule } from '../define-module.ts';
import { entitlementsModule } from '../entitlements/index.ts';
import { peopleRoutes } from './people.routes.ts';
import { createPeople } from './people.service.ts';

/** What the administrator's console reads across modules. What it changes belongs to the module of the thing. */
export const consoleModule = defineModule({
  name: 'console',
  tables: { owned: ['people_index'], read: ['users', 'storage_usage', 'subscriptions', 'plans', 'plan_prices'] },
  uses: { entitlements: entitlementsModule },
  accessCases: () => import('./console.access-cases.ts'),
  create: ({ db }, { entitlements }) => {
    const people = createPeople({ db, entitlements });
    return { face: {}, routes: (app: FastifyInstance) => peopleRoutes(app, { people }) };
  },
});
