import type Stripe from 'stripe';
import type { BankPreview, Cards } from './cards.ts';
import { getOnlyItem, presentLine } from './stripe-presenter.ts';

const DAY_S = 86_400;

type PreviewRequest = Parameters<Cards['preview']>[0];

/** By Stripe's own reckoning. `now` in epoch seconds. */
export async function previewInvoice(stripe: Stripe, what: PreviewRequest, now: number): Promise<BankPreview> {
  const price = await stripe.prices.retrieve(what.priceId);
  const subscription = what.subscriptionId === null ? null : await stripe.subscriptions.retrieve(what.subscriptionId);
  const invoice = await stripe.invoices.createPreview(
    subscription ? toChangePreviewParams(subscription, what, now) : toStartPreviewParams(what, price.currency, now),
  );
  const amount = price.unit_amount ?? 0;
  // Stripe writes a credit as a balance below zero.
  const credit = Math.max(0, -invoice.starting_balance - invoice.total);
  const lines = invoice.lines.data.map(presentLine);
  const ends = lines.map(({ periodEnd }) => periodEnd);
  return {
    currency: invoice.currency,
    amountDue: invoice.amount_due,
    credit,
    lines,
    nextAt: ends.length > 0 ? Math.max(...ends) : subscription ? getOnlyItem(subscription).current_period_end : now,
    nextAmount: Math.max(0, amount - credit),
    prorationDate: now,
  };
}

const toChangePreviewParams = (
  subscription: Stripe.Subscription,
  { priceId }: PreviewRequest,
  now: number,
): Stripe.InvoiceCreatePreviewParams => ({
  subscription: subscription.id,
  subscription_details: {
    items: [{ id: getOnlyItem(subscription).id, price: priceId }],
    proration_behavior: 'always_invoice',
    proration_date: now,
  },
});

const toStartPreviewParams = (
  { customerId, priceId, trialDays }: PreviewRequest,
  currency: string,
  now: number,
): Stripe.InvoiceCreatePreviewParams => ({
  ...(customerId === null ? { currency } : { customer: customerId }),
  subscription_details: { items: [{ price: priceId }], ...(trialDays > 0 && { trial_end: now + trialDays * DAY_S }) },
});
