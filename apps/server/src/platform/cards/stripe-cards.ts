import type Stripe from 'stripe';
import { type Clock, systemClock } from '../clock.ts';
import { parseEventBody } from './bank-events.ts';
import { type Cards, ForgedEventError } from './cards.ts';
import { createCustomers } from './stripe-customers.ts';
import { callStripe } from './stripe-errors.ts';
import { createPayments } from './stripe-payments.ts';
import { previewInvoice } from './stripe-preview.ts';
import { ensurePrice } from './stripe-prices.ts';
import type { StripeSettings } from './stripe-settings.ts';
import { createSubscriptions } from './stripe-subscriptions.ts';

/** What we were written for. The library's types are of this version: after an update of the library, read what changed before this follows. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 20_000;
const EVENT_TOLERANCE_S = 300;

async function openClient({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  // Only where its keys are set: most installations never need it.
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

  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    ...createCustomers(stripe),
    ...payments,
    ...createSubscriptions(stripe, payments),

    ensurePrice: (price) => callStripe(price.id, () => ensurePrice(stripe, price)),

    preview: (what) => callStripe(what.subscriptionId ?? what.priceId, () => previewInvoice(stripe, what, now())),

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
