import type Stripe from 'stripe';
import { type Clock, systemClock } from '../clock.ts';
import { parseEventBody } from './bank-events.ts';
import { type BankExtraScreens, type BankPreview, type BankPrice, CardError, type Cards, ForgedEventError } from './cards.ts';
import { callStripe } from './stripe-errors.ts';
import { createPayments } from './stripe-payments.ts';
import { creditOf, getId, getPlanItem, PRICE_KIND, presentCard, presentLine } from './stripe-presenter.ts';
import type { StripeSettings } from './stripe-settings.ts';
import { createSubscriptions, toItemParams } from './stripe-subscriptions.ts';

/** API version that the code was written for; the library's types belong to it. Read the changes before raising it after an update of the library. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 20_000;
const EVENT_TOLERANCE_S = 300;

async function openClient({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  // Load the library only when Stripe is configured, which it is not in most installations.
  const { default: Client } = await import('stripe');
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new Client(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });
}

/** Creates the Stripe implementation of `Cards`, based on Stripe's library. */
export async function createStripeCards(settings: StripeSettings, clock: Clock = systemClock): Promise<Cards> {
  const stripe = await openClient(settings);
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const payments = createPayments(stripe);

  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    ...createCustomers(stripe),
    ...payments,
    ...createSubscriptions(stripe, payments),

    ensurePrice: (price) => callStripe(price.id, () => ensurePrice(stripe, price)),

    preview: (request) => callStripe(request.subscriptionId ?? request.priceId, () => previewInvoice(stripe, request, now())),

    readEvent(rawBody, signature) {
      if (signature === undefined) throw new ForgedEventError('it has no signature');
      try {
        const secret = settings.webhookSecret;
        return parseEventBody(
          stripe.webhooks.constructEvent(rawBody, signature, secret, EVENT_TOLERANCE_S, undefined, clock.now().getTime()),
        );
      } catch (error) {
        if (error instanceof ForgedEventError) throw error;
        throw new ForgedEventError(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

type CustomerCalls = Pick<Cards, 'createCustomer' | 'attachPaymentMethod' | 'readCard' | 'readCredit' | 'addCredit'>;

const RECENT_TRANSACTIONS = 100;

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
      // Stripe forgets idempotency keys after a day, but the job may repeat this call later.
      const { data } = await callStripe(customerId, () =>
        stripe.customers.listBalanceTransactions(customerId, { limit: RECENT_TRANSACTIONS }),
      );
      if (data.some(({ metadata }) => metadata?.['key'] === idempotencyKey)) return;
      const wanted = { amount: -amount, currency, metadata: { key: idempotencyKey } };
      await callStripe(customerId, () => stripe.customers.createBalanceTransaction(customerId, wanted, { idempotencyKey }));
    },
  };
}

/** Attaches a payment method. Stripe refuses one that is already attached to the customer, which is not an error here. */
async function attachToCustomer(stripe: Stripe, customer: string, id: string): Promise<Stripe.PaymentMethod> {
  try {
    return await stripe.paymentMethods.attach(id, { customer });
  } catch (error) {
    const known = await stripe.paymentMethods.retrieve(id).catch(() => null);
    if (known?.customer && getId(known.customer) === customer) return known;
    throw error;
  }
}

/** Returns Stripe's id of our price, creating it if needed: our id is its lookup key. */
export async function ensurePrice(stripe: Stripe, { id, kind, planName, amount, currency, interval }: BankPrice): Promise<string> {
  const { data: known } = await stripe.prices.list({ lookup_keys: [id], limit: 1 });
  if (known[0]) return known[0].id;
  const wanted: Stripe.PriceCreateParams = {
    lookup_key: id,
    product: await ensureProduct(stripe, planName),
    unit_amount: amount,
    currency,
    recurring: { interval },
    nickname: planName,
    ...(kind && { metadata: { [PRICE_KIND]: kind } }),
  };
  return (await stripe.prices.create(wanted, { idempotencyKey: `price ${id}` })).id;
}

/** Returns the id of the product for a plan name, creating the product if needed. */
async function ensureProduct(stripe: Stripe, planName: string): Promise<string> {
  const id = `vitrine_${planName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error;
    return (await stripe.products.create({ id, name: planName }, { idempotencyKey: `product ${id}` })).id;
  }
}

const DAY_S = 86_400;

type PreviewRequest = Parameters<Cards['preview']>[0];

/** Uses Stripe's own calculation. `now` is in epoch seconds. */
export async function previewInvoice(stripe: Stripe, request: PreviewRequest, now: number): Promise<BankPreview> {
  const price = await stripe.prices.retrieve(request.priceId);
  const subscription = request.subscriptionId === null ? null : await stripe.subscriptions.retrieve(request.subscriptionId);
  const invoice = await stripe.invoices.createPreview(
    subscription ? toChangePreviewParams(subscription, request, now) : toStartPreviewParams(request, price.currency, now),
  );
  const extraAmount = request.extraScreens ? await readExtraAmount(stripe, request.extraScreens) : 0;
  const amount = (price.unit_amount ?? 0) + extraAmount;
  // Stripe represents credit as a negative balance.
  const credit = Math.max(0, -invoice.starting_balance - invoice.total);
  const lines = invoice.lines.data.map(presentLine);
  const ends = lines.map(({ periodEnd }) => periodEnd);
  return {
    currency: invoice.currency,
    amountDue: invoice.amount_due,
    credit,
    lines,
    nextAt: ends.length > 0 ? Math.max(...ends) : subscription ? getPlanItem(subscription).current_period_end : now,
    nextAmount: Math.max(0, amount - credit),
    prorationDate: now,
  };
}

/** Returns what extra screens cost for a whole period, in cents. */
async function readExtraAmount(stripe: Stripe, { priceId, quantity }: BankExtraScreens): Promise<number> {
  const { unit_amount: unitAmount } = await stripe.prices.retrieve(priceId);
  return quantity * (unitAmount ?? 0);
}

const toChangePreviewParams = (
  subscription: Stripe.Subscription,
  { priceId, extraScreens }: PreviewRequest,
  now: number,
): Stripe.InvoiceCreatePreviewParams => ({
  subscription: subscription.id,
  subscription_details: {
    items: toItemParams(subscription, { priceId, extraScreens }),
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
