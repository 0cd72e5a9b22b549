import { BUSINESS_MESSAGES } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/subscriptions.endpoints';
import type { FastifyInstance } from 'fastify';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { ChangeSubscriptionService } from './change-subscription.service.ts';
import type { ExtraScreensService } from './extra-screens.service.ts';
import type { SubscribeService } from './subscribe.service.ts';
import type { SubscriptionsService } from './subscriptions.service.ts';

interface Services {
  subscriptions: SubscriptionsService;
  buying: SubscribeService;
  changing: ChangeSubscriptionService;
  extraScreens: ExtraScreensService;
}

/** Users pay a few times; card testers try hundreds. Limited by session, because a household shares an address. */
const paymentLimits = { rateLimit: perMinute(30, ({ headers }) => headers.authorization ?? '') };

export async function subscriptionsRoutes(
  app: FastifyInstance,
  { subscriptions, buying, changing, extraScreens }: Services,
): Promise<void> {
  serve(app, endpoints.readSubscription, async ({ actor, params }) => ({ result: await subscriptions.summary(actor, params.userId) }));

  serve(app, endpoints.readCredit, async ({ actor, params }) => ({ result: await subscriptions.readCredit(actor, params.userId) }));

  serve(app, endpoints.readCardSubscription, async ({ actor, params }) => ({
    result: await subscriptions.read(actor, params.subscriptionId),
  }));

  serve(app, endpoints.previewSubscription, async ({ actor, body }) => ({ result: await changing.preview(actor, body.priceId) }));

  serve(app, endpoints.subscribe, async ({ actor, body }) => ({ result: await buying.subscribe(actor, body) }), paymentLimits);

  serve(
    app,
    endpoints.changeSubscription,
    async ({ actor, params, body }) => ({
      message: BUSINESS_MESSAGES.subscriptionUpdated,
      result: await changing.change(actor, params.id, body),
    }),
    paymentLimits,
  );

  serve(app, endpoints.previewExtraScreens, async ({ actor, params, body }) => ({
    result: await extraScreens.preview(actor, params.id, body.quantity),
  }));

  serve(
    app,
    endpoints.changeExtraScreens,
    async ({ actor, params, body }) => ({
      message: BUSINESS_MESSAGES.subscriptionUpdated,
      result: await extraScreens.change(actor, params.id, body),
    }),
    paymentLimits,
  );

  serve(app, endpoints.cancelSubscription, async ({ actor, params }) => ({ result: await changing.cancel(actor, params.subscriptionId) }));

  serve(app, endpoints.resumeSubscription, async ({ actor, params }) => ({
    message: BUSINESS_MESSAGES.subscriptionUpdated,
    result: await changing.resume(actor, params.id),
  }));

  serve(
    app,
    endpoints.changeCard,
    async ({ actor, params, body }) => ({
      message: BUSINESS_MESSAGES.subscriptionUpdated,
      result: await changing.changeCard(actor, params.id, body.paymentMethodId),
    }),
    paymentLimits,
  );
}
