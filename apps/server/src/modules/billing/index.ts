import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { billingRoutes } from './billing.routes.ts';
import { createDeviceLimits } from './device-limits.ts';

export function createBillingModule({ db, clock }: { db: Database; clock: Clock }) {
  return { deviceLimits: createDeviceLimits({ clock }), routes: (app: FastifyInstance) => billingRoutes(app, { db, clock }) };
}
