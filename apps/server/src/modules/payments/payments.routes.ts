import * as endpoints from '@vitrine/contract/payments.endpoints';
import type { FastifyInstance } from 'fastify';
import type { Cards } from '../../platform/cards/cards.ts';
import { serve } from '../../plugins/endpoints.ts';
import type { BankEventsService } from './bank-events.service.ts';

const MAX_EVENT_BYTES = 512 * 1024;

export async function paymentsRoutes(app: FastifyInstance, { cards, events }: { cards: Cards; events: BankEventsService }): Promise<void> {
  serve(app, endpoints.readBankConfig, async () => ({ result: { bank: cards.name, publishableKey: cards.publishableKey } }));

  await app.register(async (scope) => {
    // The signature covers the exact bytes of the body, so the body must not be parsed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) => done(null, body));
    serve(scope, endpoints.receiveBankEvent, async ({ request }) => {
      const { body } = request;
      const signature = request.headers['stripe-signature'];
      await events.receive(typeof body === 'string' ? body : '', typeof signature === 'string' ? signature : undefined);
      return {};
    });
  });
}
