import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { PaymentConfirmation, PendingPayment } from './card-collector.ts';

const stripePromise = new Map<string, Promise<Stripe | null>>();

/** Stripe's script, once; `pure`, so that importing this fetches nothing from Stripe. */
export async function getStripe(publishableKey: string): Promise<Stripe> {
  const opening = stripePromise.get(publishableKey) ?? loadStripe(publishableKey);
  stripePromise.set(publishableKey, opening);
  const stripe = await opening.catch((error: unknown) => {
    // The next one tries again.
    stripePromise.delete(publishableKey);
    throw error;
  });
  if (!stripe) throw new Error('Stripe can only be opened in a browser.');
  return stripe;
}

/** Stripe authenticates the payer in its own window. */
export async function confirmStripePayment(publishableKey: string, { clientSecret }: PendingPayment): Promise<PaymentConfirmation> {
  const stripe = await getStripe(publishableKey);
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error ? { isConfirmed: false, message: error.message } : { isConfirmed: true };
}

/** Charges a card that Stripe's fields took; Stripe asks its owner where the card's bank wants that. */
export async function payWithStripe(
  publishableKey: string,
  { clientSecret }: PendingPayment,
  paymentMethodId: string,
): Promise<PaymentConfirmation> {
  const stripe = await getStripe(publishableKey);
  const { error } = await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId });
  return error ? { isConfirmed: false, message: error.message } : { isConfirmed: true };
}
