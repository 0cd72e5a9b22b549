import type Stripe from 'stripe';
import { type BankInvoice, CardError, type Cards } from './cards.ts';
import { callStripe } from './stripe-errors.ts';
import type { PaymentCalls } from './stripe-payments.ts';
import { findExtraScreensItem, getPlanItem, presentSubscription } from './stripe-presenter.ts';

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

    async changePrice(id, { priceId, extraScreens, prorationDate }, idempotencyKey) {
      const before = await callStripe(id, () => stripe.subscriptions.retrieve(id));
      // After a lost response, the items have other ids than in the first request, and Stripe would refuse its key.
      if (hasItems(before, { priceId, extraScreens })) return presentSubscription(before);
      const items = toItemParams(before, { priceId, extraScreens });
      const wanted: Stripe.SubscriptionUpdateParams = {
        items,
        // A pending update can't remove an item. Without a charge, none is needed.
        payment_behavior: items.some(({ deleted }) => deleted) ? 'error_if_incomplete' : 'pending_if_incomplete',
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

/** The plan's price and the extra screens of a subscription. */
type WantedItems = Pick<Parameters<Cards['changePrice']>[1], 'priceId' | 'extraScreens'>;

function hasItems(subscription: Stripe.Subscription, { priceId, extraScreens: wanted }: WantedItems): boolean {
  const { priceId: current, extraScreens, hasPendingUpdate } = presentSubscription(subscription);
  return (
    !hasPendingUpdate && current === priceId && extraScreens?.priceId === wanted?.priceId && extraScreens?.quantity === wanted?.quantity
  );
}

/** Returns the items of an update. An item without an id is added. */
export function toItemParams(subscription: Stripe.Subscription, { priceId, extraScreens }: WantedItems): SubscriptionItemParams[] {
  const extraItem = findExtraScreensItem(subscription);
  const plan = { id: getPlanItem(subscription).id, price: priceId };
  if (extraScreens) return [plan, { ...(extraItem && { id: extraItem.id }), price: extraScreens.priceId, quantity: extraScreens.quantity }];
  return extraItem ? [plan, { id: extraItem.id, deleted: true }] : [plan];
}

/** Item of an update and of its preview. */
interface SubscriptionItemParams {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
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
