import * as endpoints from '@vitrine/contract/payments.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { OrderPaymentsService } from './order-payments.service.ts';

export async function orderPaymentsRoutes(app: FastifyInstance, { payments }: { payments: OrderPaymentsService }): Promise<void> {
  serve(app, endpoints.createIntent, async ({ actor, body }) => ({ result: await payments.createIntent(actor, body) }));

  serve(app, endpoints.reportPayment, async ({ actor, body }) => ({ result: await payments.reportPayment(actor, body) }));

  serve(app, endpoints.listPayments, async ({ actor, params, query }) => ({ result: await payments.list(actor, params.userId, query) }));

  serve(app, endpoints.readReceipt, async ({ actor, params }) => ({
    result: await payments.receipt(actor, params.userId, params.paymentId),
  }));
}
