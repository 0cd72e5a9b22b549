import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { accountDeleting } from '../accounts/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { viewings } from '../sign-in/index.ts';
import { staffAccessRoutes } from './staff-access.routes.ts';
import { createStaffGrants } from './staff-grants.service.ts';
import { createStaffViews } from './staff-views.service.ts';
import { createViewCounts } from './view-counts.ts';

const SWEEP_MS = 60_000;

/** Lets staff view a user's account explicitly, records the items that they open, and requests the user's permission where required. */
export const staffAccessModule = defineModule({
  name: 'staff-access',
  tables: { owned: ['staff_views', 'staff_view_items', 'staff_grants'], read: ['users'] },
  accessCases: () => import('./access-cases.ts'),
  create(platform: Platform) {
    const { db, log, staffAccess: mode } = platform;
    const counts = createViewCounts({
      db,
      onFailure: (error) => log.warn({ err: error }, 'the record of staff access was not stored yet'),
    });
    const views = createStaffViews({ ...platform, mode, counts });
    const grants = createStaffGrants({ ...platform, mode, views });
    return {
      api: {},
      routes: async (app: FastifyInstance) => {
        await staffAccessRoutes(app, { views, grants });
        app.addHook('onClose', counts.flush);
      },
      workerTasks: [{ name: 'staffAccess.expiry', everyMs: SWEEP_MS, run: views.sweep }],
      reactions: [on(accountDeleting, (tx, { userId }) => views.closeOfAccount(tx, userId))],
      portProviders: [provide(viewings, views.resolve)],
    };
  },
});
