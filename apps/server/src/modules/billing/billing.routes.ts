import { readSubscription } from '@vitrine/contract/subscriptions.endpoints';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../plugins/endpoints.ts';
import { authorize } from '../access/index.ts';
import { findHoldings } from './subscriptions.read-model.ts';
import { subscriptionOf } from './subscriptions.rules.ts';

export async function billingRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): Promise<void> {
  serve(app, readSubscription, async ({ actor, params }) => {
    await authorize(db, actor, 'account.read', [params.userId]);
    const holdings = await findHoldings(db, params.userId);
    if (!holdings) throw new AppError('NOT_FOUND');
    return { result: subscriptionOf(holdings, clock.now()) };
  });
}
