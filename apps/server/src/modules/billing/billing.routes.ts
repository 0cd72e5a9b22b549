import { readSubscription } from '@vitrine/contract/subscriptions.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { SubscriptionsService } from './subscriptions.service.ts';

export async function billingRoutes(app: FastifyInstance, { subscriptions }: { subscriptions: SubscriptionsService }): Promise<void> {
  serve(app, readSubscription, async ({ actor, params }) => ({ result: await subscriptions.summary(actor, params.userId) }));
}
