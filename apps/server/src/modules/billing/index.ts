import { envelope, type SubscriptionSummary, subscriptionSummary } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { personOf } from '../../plugins/access-gate.ts';
import { authorize, type Person } from '../access/index.ts';
import { createDeviceLimits } from './device-limits.ts';
import { findHoldings } from './subscriptions.read-model.ts';
import { subscriptionOf } from './subscriptions.rules.ts';

const params = z.object({ userId: z.uuid() });

export function createBillingModule({ db, clock }: { db: Database; clock: Clock }) {
  const read = async (actor: Person, userId: string): Promise<SubscriptionSummary | null> => {
    await authorize(db, actor, 'account.read', [userId]);
    const holdings = await findHoldings(db, userId);
    if (!holdings) throw new AppError('NOT_FOUND');
    return subscriptionOf(holdings, clock.now());
  };
  return {
    deviceLimits: createDeviceLimits({ clock }),
    routes: async (instance: FastifyInstance) => {
      const app = instance.withTypeProvider<ZodTypeProvider>();
      app.get(
        '/subscriptions/:userId',
        {
          config: { access: 'session' },
          schema: { tags: ['billing'], params, response: { 200: envelope(subscriptionSummary.nullable()) } },
        },
        async (request) => ({ error: false as const, result: await read(personOf(request), request.params.userId) }),
      );
    },
  };
}
