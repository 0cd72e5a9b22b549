import * as endpoints from '@vitrine/contract/test-bank.endpoints';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { CheckoutService } from './checkout.service.ts';
import type { Ledger } from './ledger.service.ts';

/** Per address: more cards than a user types, and far fewer than card testers need. */
const rateLimit = perMinute(60);

export async function testBankRoutes(
  app: FastifyInstance,
  { checkout, ledger, isInUse }: { checkout: CheckoutService; ledger: Ledger; isInUse: boolean },
): Promise<void> {
  // When Stripe is configured, the test bank does not exist for anyone.
  app.addHook('onRequest', async () => {
    if (!isInUse) throw new AppError('NOT_FOUND');
  });

  serve(app, endpoints.createTestCard, async ({ body }) => ({ result: await checkout.createMethod(body) }), { rateLimit });

  serve(
    app,
    endpoints.readTestIntent,
    async ({ params, query }) => ({ result: await checkout.readIntent(params.id, query.client_secret) }),
    { rateLimit },
  );

  serve(
    app,
    endpoints.confirmTestIntent,
    async ({ params, body }) => ({ result: await checkout.confirm(params.id, body.client_secret, body.payment_method) }),
    { rateLimit },
  );

  serve(
    app,
    endpoints.authenticateTestIntent,
    async ({ params, body }) => ({ result: await checkout.authenticate(params.id, body.client_secret, body.is_confirmed) }),
    { rateLimit },
  );

  serve(app, endpoints.readTestClock, async () => ({ result: { now: await ledger.now() } }));

  serve(app, endpoints.moveTestClock, async ({ body }) => ({ result: { now: await ledger.moveClock(body.advanceSeconds) } }));
}
