import { randomUUID } from 'node:crypto';
import type { Plan, Subscribed } from '@vitrine/contract';
import type { Account } from '../../apps/server/src/modules/test-bank/bank-account.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const REFUNDS = 60;
const FAMILY_CENTS = 99_900;

/**
 * Sends many administrators' full refunds of one order at the same moment, half of them while its plan is changed to a cheaper one, which refunds the same
 * payment as credit. Throws when more is refunded than was paid.
 */
export const refundTwice: Attack = {
  name: 'the same payment refunded many times at once',
  async run({ product }) {
    const [buyer, admin] = [
      await ApiPerson.create(product, `${randomUUID()}@example.com`),
      await ApiPerson.create(product, `${randomUUID()}@example.com`, 'Admin'),
    ];
    await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
    const plans = await buyer.request<Plan[]>('GET', '/stripes/prices');
    const findPriceId = (planName: string) =>
      plans.find((plan) => plan.planName === planName)?.plans.find(({ interval }) => interval === 'month')?.priceId ?? '';
    const { subscription, orderId } = await buyer.request<Subscribed>('POST', '/stripes/subscription', {
      priceId: findPriceId('Family Plan'),
      paymentMethodId: 'pm_card_visa',
    });
    const refund = (planEnd: string) => admin.call('POST', `/orders/${orderId}/refunds`, { requestId: randomUUID(), planEnd });
    const responses = await Promise.all([
      ...Array.from({ length: REFUNDS / 2 }, () => refund('keep')),
      buyer.call('PUT', `/stripes/subscription/${subscription.id}`, { items: [{ price: findPriceId('Single User') }] }),
      ...Array.from({ length: REFUNDS / 2 }, () => refund('keep')),
    ]);
    const failures = responses.filter(({ status }) => status >= 500);
    assert(failures.length === 0, `${failures.length} of ${responses.length} requests failed`);
    const refunds = () =>
      withProductDatabase(product, (db) =>
        db.selectFrom('order_refunds').select(['state', 'amount_cents', 'credit_cents']).where('order_id', '=', orderId).execute(),
      );
    await until('no refund is pending', async () => (await refunds()).every(({ state }) => state !== 'requested'));
    const done = (await refunds()).filter(({ state }) => state === 'done');
    assert(done.length === 1, `${done.length} full refunds were made`);
    await assertPaidBackOnce(buyer);
  },
};

async function assertPaidBackOnce({ product, userId }: ApiPerson): Promise<void> {
  const { state } = await withProductDatabase(product, (db) =>
    db
      .selectFrom('test_bank_customers')
      .innerJoin('bank_customers', 'bank_customers.customer_id', 'test_bank_customers.id')
      .select('state')
      .where('bank_customers.user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  );
  const { credit, intents } = state as unknown as Account;
  const refunded = intents.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0);
  assert(
    refunded + credit <= FAMILY_CENTS,
    `${refunded} cents were refunded to the card and ${credit} credited, but only ${FAMILY_CENTS} were paid`,
  );
}
