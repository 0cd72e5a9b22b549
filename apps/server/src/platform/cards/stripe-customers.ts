import type Stripe from 'stripe';
import { CardError, type Cards } from './cards.ts';
import { callStripe } from './stripe-errors.ts';
import { creditOf, getId, presentCard } from './stripe-presenter.ts';

type CustomerCalls = Pick<Cards, 'createCustomer' | 'attachPaymentMethod' | 'readCard' | 'readCredit' | 'addCredit'>;

const RECENT = 100;

export function createCustomers(stripe: Stripe): CustomerCalls {
  return {
    async createCustomer({ userId, email, name }, idempotencyKey) {
      const wanted = { email, name, metadata: { userId } };
      const { id } = await callStripe(userId, () => stripe.customers.create(wanted, { idempotencyKey }));
      return { id };
    },

    async attachPaymentMethod(customer, paymentMethodId) {
      const method = await callStripe(customer, () => attachToCustomer(stripe, customer, paymentMethodId));
      const card = presentCard(method);
      if (!card) throw new CardError('payment_method_not_available', 'This is not a card.');
      await callStripe(customer, () => stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } }));
      return card;
    },

    async readCard(customerId) {
      const wanted = { expand: ['invoice_settings.default_payment_method'] };
      const customer = await callStripe(customerId, () => stripe.customers.retrieve(customerId, wanted));
      const method = customer.deleted ? null : customer.invoice_settings.default_payment_method;
      return method && typeof method === 'object' ? presentCard(method) : null;
    },

    async readCredit(customerId) {
      const customer = await callStripe(customerId, () => stripe.customers.retrieve(customerId));
      return customer.deleted ? 0 : creditOf(customer.balance);
    },

    async addCredit({ customerId, amount, currency }, idempotencyKey) {
      // Stripe forgets idempotency keys after a day, and the job that repeats this may be later.
      const { data } = await callStripe(customerId, () => stripe.customers.listBalanceTransactions(customerId, { limit: RECENT }));
      if (data.some(({ metadata }) => metadata?.['key'] === idempotencyKey)) return;
      const wanted = { amount: -amount, currency, metadata: { key: idempotencyKey } };
      await callStripe(customerId, () => stripe.customers.createBalanceTransaction(customerId, wanted, { idempotencyKey }));
    },
  };
}

/** One that is the customer's already stays so; Stripe would refuse it. */
async function attachToCustomer(stripe: Stripe, customer: string, id: string): Promise<Stripe.PaymentMethod> {
  try {
    return await stripe.paymentMethods.attach(id, { customer });
  } catch (error) {
    const known = await stripe.paymentMethods.retrieve(id).catch(() => null);
    if (known?.customer && getId(known.customer) === customer) return known;
    throw error;
  }
}
