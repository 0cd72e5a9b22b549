import type Stripe from 'stripe';
import { type BankInvoice, CardError, type Cards } from './cards.ts';
import { callStripe } from './stripe-errors.ts';
import type { PaymentCalls } from './stripe-payments.ts';
import { getOnlyItem, presentSubscription } from './stripe-presenter.ts';

const CARD_PAYMENT_SETTINGS: Stripe.SubscriptionCreateParams.PaymentSettings = {
  payment_method_types: ['card'],
  // Always charge the customer's default card, so that replacing the card only means changing the default.
  save_default_payment_method: 'off',
};

type SubscriptionCalls = Pick<
  Cards,
  'createSubscription' | 'readSubscription' | 'changePrice' | 'setCancelAtPeriodEnd' | 'endSubscription'
>;

export function createSubscriptions(stripe: Stripe, { readInvoice, readPaymentIntent }: PaymentCalls): SubscriptionCalls {
  return {
    async createSubscription({ customerId, priceId, trialDays, metadata }, idempotencyKey) {
      const wanted: Stripe.SubscriptionCreateParams = {
        customer: customerId,
        items: [{ price: priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: CARD_PAYMENT_SETTINGS,
        metadata,
        ...(trialDays > 0 && { trial_period_days: trialDays }),
      };
      return presentSubscription(await callStripe(customerId, () => stripe.subscriptions.create(wanted, { idempotencyKey })));
    },

    readSubscription: async (id) => presentSubscription(await callStripe(id, () => stripe.subscriptions.retrieve(id))),

    async changePrice(id, { priceId, prorationDate }, idempotencyKey) {
      const item = getOnlyItem(await callStripe(id, () => stripe.subscriptions.retrieve(id)));
      const wanted: Stripe.SubscriptionUpdateParams = {
        items: [{ id: item.id, price: priceId }],
        payment_behavior: 'pending_if_incomplete',
        proration_behavior: 'always_invoice',
        proration_date: prorationDate,
      };
      const changed = presentSubscription(await callStripe(id, () => stripe.subscriptions.update(id, wanted, { idempotencyKey })));
      if (!changed.hasPendingUpdate || changed.latestInvoiceId === null) return changed;
      await revertDeclinedChange(stripe, await readInvoice(changed.latestInvoiceId), readPaymentIntent);
      // The response may be a cached one for this idempotency key, so read the current state.
      return presentSubscription(await callStripe(id, () => stripe.subscriptions.retrieve(id)));
    },

    setCancelAtPeriodEnd: async (id, value) =>
      presentSubscription(await callStripe(id, () => stripe.subscriptions.update(id, { cancel_at_period_end: value }))),

    async endSubscription(id) {
      const before = await callStripe(id, () => stripe.subscriptions.retrieve(id));
      if (before.ended_at !== null) return presentSubscription(before);
      const ended = await callStripe(id, () => stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }));
      // Stripe leaves invoices open, so an ended subscription could still be paid.
      const { data: open } = await callStripe(id, () => stripe.invoices.list({ subscription: id, status: 'open' }));
      for (const invoice of open) await callStripe(invoice.id, () => stripe.invoices.voidInvoice(invoice.id));
      return presentSubscription(ended);
    },
  };
}

/** Reverts a change whose payment was declined; a change that waits for the payer's confirmation stays. */
async function revertDeclinedChange(
  stripe: Stripe,
  { id, status, paymentIntentId }: BankInvoice,
  readPaymentIntent: PaymentCalls['readPaymentIntent'],
): Promise<void> {
  if (paymentIntentId === null || status === 'paid') return;
  const { status: state, lastError } = await readPaymentIntent(paymentIntentId);
  if (status === 'open' && state !== 'requires_payment_method') return;
  if (status === 'open') await callStripe(id, () => stripe.invoices.voidInvoice(id));
  throw new CardError(lastError?.code ?? 'card_declined', lastError?.message ?? 'Your card was declined.', lastError?.declineCode ?? null);
}
