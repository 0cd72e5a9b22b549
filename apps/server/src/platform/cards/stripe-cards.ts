import type Stripe from 'stripe';
import { type Clock, systemClock } from '../clock.ts';
import { presentEvent } from './bank-events.ts';
import { type BankInvoice, type BankPaymentIntent, CardError, type Cards, ForgedEvent, type PriceForSale } from './cards.ts';
import { ask } from './stripe-errors.ts';
import { idOf, itemOf, presentCard, presentIntent, presentInvoice, presentRefund, presentSubscription } from './stripe-presenter.ts';
import { previewByStripe } from './stripe-preview.ts';
import type { StripeSettings } from './stripe-settings.ts';

/** What we were written for. The library's types are of this version: after an update of the library, read what changed before this follows. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 20_000;
const EVENT_TOLERANCE_S = 300;
const LISTED = 100;
const WITH_CHARGE = { expand: ['latest_charge'] };
const WITH_PAYMENTS = { expand: ['payments'] };
const IN_CARDS: Stripe.SubscriptionCreateParams.PaymentSettings = {
  payment_method_types: ['card'],
  // The customer's own default card is the one that is charged, so that another card is another default and nothing else.
  save_default_payment_method: 'off',
};

async function openClient({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  // Loaded where its keys are set alone: it is larger than the rest of the server.
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

/** Stripe, by its own library. */
export async function createStripeCards(settings: StripeSettings, clock: Clock = systemClock): Promise<Cards> {
  const stripe = await openClient(settings);
  const now = () => Math.floor(clock.now().getTime() / 1000);
  const payments = createPayments(stripe);
  const { readInvoice, readPaymentIntent } = payments;

  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    ...createCustomers(stripe),
    ...payments,

    ensurePrice: (price) => ask(price.id, () => ensurePrice(stripe, price)),

    async createSubscription({ customerId, priceId, trialDays, metadata }, idempotencyKey) {
      const wanted: Stripe.SubscriptionCreateParams = {
        customer: customerId,
        items: [{ price: priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: IN_CARDS,
        metadata,
        ...(trialDays > 0 && { trial_period_days: trialDays }),
      };
      return presentSubscription(await ask(customerId, () => stripe.subscriptions.create(wanted, { idempotencyKey })));
    },

    readSubscription: async (id) => presentSubscription(await ask(id, () => stripe.subscriptions.retrieve(id))),

    async changePrice(id, { priceId, prorationDate }, idempotencyKey) {
      const item = itemOf(await ask(id, () => stripe.subscriptions.retrieve(id)));
      const wanted: Stripe.SubscriptionUpdateParams = {
        items: [{ id: item.id, price: priceId }],
        payment_behavior: 'pending_if_incomplete',
        proration_behavior: 'always_invoice',
        proration_date: prorationDate,
      };
      const changed = presentSubscription(await ask(id, () => stripe.subscriptions.update(id, wanted, { idempotencyKey })));
      if (!changed.hasPendingUpdate || changed.latestInvoiceId === null) return changed;
      await undoDeclined(stripe, await readInvoice(changed.latestInvoiceId), readPaymentIntent);
      // The answer may be that of an earlier call with this key.
      return presentSubscription(await ask(id, () => stripe.subscriptions.retrieve(id)));
    },

    setCancelAtPeriodEnd: async (id, value) =>
      presentSubscription(await ask(id, () => stripe.subscriptions.update(id, { cancel_at_period_end: value }))),

    async endSubscription(id) {
      const before = await ask(id, () => stripe.subscriptions.retrieve(id));
      if (before.ended_at !== null) return presentSubscription(before);
      const ended = await ask(id, () => stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }));
      // Stripe leaves them open, and somebody could pay for what has ended.
      const { data: open } = await ask(id, () => stripe.invoices.list({ subscription: id, status: 'open' }));
      for (const invoice of open) await ask(invoice.id, () => stripe.invoices.voidInvoice(invoice.id));
      return presentSubscription(ended);
    },

    preview: (what) => ask(what.subscriptionId ?? what.priceId, () => previewByStripe(stripe, what, now())),

    async listInvoices(subscriptionId) {
      const wanted = { subscription: subscriptionId, limit: LISTED, expand: ['data.payments'] };
      return (await ask(subscriptionId, () => stripe.invoices.list(wanted))).data.map(presentInvoice);
    },

    readEvent(rawBody, signature) {
      if (signature === undefined) throw new ForgedEvent('it has no signature');
      try {
        const secret = settings.webhookSecret;
        return presentEvent(
          stripe.webhooks.constructEvent(rawBody, signature, secret, EVENT_TOLERANCE_S, undefined, clock.now().getTime()),
        );
      } catch (error) {
        if (error instanceof ForgedEvent) throw error;
        throw new ForgedEvent(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

type CustomerCalls = Pick<Cards, 'createCustomer' | 'attachPaymentMethod' | 'readCard'>;

function createCustomers(stripe: Stripe): CustomerCalls {
  return {
    async createCustomer({ userId, email, name }, idempotencyKey) {
      const wanted = { email, name, metadata: { userId } };
      const { id } = await ask(userId, () => stripe.customers.create(wanted, { idempotencyKey }));
      return { id };
    },

    async attachPaymentMethod(customer, paymentMethodId) {
      const method = await ask(customer, () => attach(stripe, customer, paymentMethodId));
      const card = presentCard(method);
      if (!card) throw new CardError('payment_method_not_available', 'This is not a card.');
      await ask(customer, () => stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } }));
      return card;
    },

    async readCard(customerId) {
      const wanted = { expand: ['invoice_settings.default_payment_method'] };
      const customer = await ask(customerId, () => stripe.customers.retrieve(customerId, wanted));
      const method = customer.deleted ? null : customer.invoice_settings.default_payment_method;
      return method && typeof method === 'object' ? presentCard(method) : null;
    },
  };
}

/** One that is the customer's already stays so; Stripe would refuse it. */
async function attach(stripe: Stripe, customer: string, id: string): Promise<Stripe.PaymentMethod> {
  try {
    return await stripe.paymentMethods.attach(id, { customer });
  } catch (error) {
    const known = await stripe.paymentMethods.retrieve(id).catch(() => null);
    if (known?.customer && idOf(known.customer) === customer) return known;
    throw error;
  }
}

type PaymentCalls = Pick<
  Cards,
  'readInvoice' | 'payInvoice' | 'createPaymentIntent' | 'readPaymentIntent' | 'confirmPaymentIntent' | 'cancelPaymentIntent' | 'refund'
>;

function createPayments(stripe: Stripe): PaymentCalls {
  const readInvoice = async (id: string) => presentInvoice(await ask(id, () => stripe.invoices.retrieve(id, WITH_PAYMENTS)));
  const readPaymentIntent = async (id: string) => presentIntent(await ask(id, () => stripe.paymentIntents.retrieve(id, WITH_CHARGE)));

  return {
    readInvoice,
    readPaymentIntent,

    async payInvoice(id, idempotencyKey) {
      try {
        await ask(id, () => stripe.invoices.pay(id, { off_session: false }, { idempotencyKey }));
      } catch (error) {
        if (!(error instanceof CardError)) throw error;
        const invoice = await readInvoice(id);
        const isAnswer = invoice.status === 'paid' || error.code === 'invoice_payment_intent_requires_action';
        if (!isAnswer) throw error;
        return invoice;
      }
      return readInvoice(id);
    },

    async createPaymentIntent({ customerId, amount, currency, metadata }, idempotencyKey) {
      const wanted = { customer: customerId, amount, currency, metadata, payment_method_types: ['card'] };
      return presentIntent(await ask(customerId, () => stripe.paymentIntents.create(wanted, { idempotencyKey })));
    },

    async confirmPaymentIntent(id, paymentMethodId, idempotencyKey) {
      const wanted = { payment_method: paymentMethodId, use_stripe_sdk: true, ...WITH_CHARGE };
      return presentIntent(await ask(id, () => stripe.paymentIntents.confirm(id, wanted, { idempotencyKey })));
    },

    async cancelPaymentIntent(id) {
      const intent = await readPaymentIntent(id);
      if (intent.status === 'canceled') return intent;
      return presentIntent(await ask(id, () => stripe.paymentIntents.cancel(id, WITH_CHARGE)));
    },

    async refund({ paymentIntentId, amount }, idempotencyKey) {
      const wanted = { payment_intent: paymentIntentId, amount };
      return presentRefund(await ask(paymentIntentId, () => stripe.refunds.create(wanted, { idempotencyKey })));
    },
  };
}

/** A change whose payment was declined is taken back, so that nothing was changed; one that waits for the person goes on waiting. */
async function undoDeclined(
  stripe: Stripe,
  { id, status, paymentIntentId }: BankInvoice,
  readPaymentIntent: (id: string) => Promise<BankPaymentIntent>,
): Promise<void> {
  if (paymentIntentId === null || status === 'paid') return;
  const { status: state, lastError } = await readPaymentIntent(paymentIntentId);
  if (status === 'open' && state !== 'requires_payment_method') return;
  if (status === 'open') await ask(id, () => stripe.invoices.voidInvoice(id));
  throw new CardError(lastError?.code ?? 'card_declined', lastError?.message ?? 'Your card was declined.', lastError?.declineCode ?? null);
}

async function ensurePrice(stripe: Stripe, { id, planName, amount, currency, interval }: PriceForSale): Promise<string> {
  const { data: known } = await stripe.prices.list({ lookup_keys: [id], limit: 1 });
  if (known[0]) return known[0].id;
  const wanted: Stripe.PriceCreateParams = {
    lookup_key: id,
    product: await ensureProduct(stripe, planName),
    unit_amount: amount,
    currency,
    recurring: { interval },
    nickname: planName,
  };
  return (await stripe.prices.create(wanted, { idempotencyKey: `price ${id}` })).id;
}

/** One for each name of a plan. */
async function ensureProduct(stripe: Stripe, planName: string): Promise<string> {
  const id = `vitrine_${planName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error;
    return (await stripe.products.create({ id, name: planName }, { idempotencyKey: `product ${id}` })).id;
  }
}
