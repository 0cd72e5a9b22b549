import * as endpoints from '@vitrine/contract/payments.endpoints';
import type { TestIntent } from '@vitrine/contract/test-bank';
import * as testBank from '@vitrine/contract/test-bank.endpoints';
import { call } from '../../../lib/api-client.ts';
import type { PendingPayment } from '../card-collector.ts';

/** What pays an order: there is one for each, asked again it is the same. `amount` in cents. */
export async function createPaymentIntent(orderId: string, amount: number): Promise<PendingPayment> {
  const { id, client_secret_key: clientSecret } = await call(endpoints.createIntent, { body: { amount, orderId } });
  return { paymentIntentId: id, clientSecret, amount };
}

/** The test bank charges the card, or wants its owner asked: the payment afterwards. */
export const confirmTestPayment = ({ paymentIntentId, clientSecret }: PendingPayment, paymentMethodId: string): Promise<TestIntent> =>
  call(testBank.confirmTestIntent, {
    params: { id: paymentIntentId },
    body: { client_secret: clientSecret, payment_method: paymentMethodId },
  });
