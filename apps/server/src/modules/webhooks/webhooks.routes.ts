import * as endpoints from '@vitrine/contract/webhooks.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { WebhooksService } from './webhooks.service.ts';

export async function webhooksRoutes(app: FastifyInstance, { webhooks }: { webhooks: WebhooksService }): Promise<void> {
  serve(app, endpoints.listWebhooks, async ({ actor }) => ({ result: await webhooks.list(actor) }));

  serve(app, endpoints.createWebhook, async ({ actor, body }) => ({ result: await webhooks.create(actor, body) }));

  serve(app, endpoints.editWebhook, async ({ actor, params, body }) => ({ result: await webhooks.edit(actor, params.id, body) }));

  serve(app, endpoints.changeWebhook, async ({ actor, params, body }) => ({ result: await webhooks.change(actor, params.id, body) }));

  serve(app, endpoints.rotateWebhookSecret, async ({ actor, params, body }) => ({
    result: await webhooks.rotateSecret(actor, params.id, body.password),
  }));

  serve(app, endpoints.deleteWebhook, async ({ actor, params }) => {
    await webhooks.remove(actor, params.id);
    return { message: 'Webhook deleted.' };
  });

  serve(app, endpoints.testWebhook, async ({ actor, params }) => {
    await webhooks.sendTest(actor, params.id);
    return { message: 'Test event sent.' };
  });

  serve(app, endpoints.listWebhookDeliveries, async ({ actor, params }) => ({ result: await webhooks.listDeliveries(actor, params.id) }));

  serve(app, endpoints.resendWebhookDelivery, async ({ actor, params }) => {
    await webhooks.resend(actor, params.id, params.deliveryId);
    return { message: 'The delivery is sent again.' };
  });
}
