import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { PaymentConfirmation, PendingPayment } from './card-collector.ts';

const stripePromises = new Map<string, Promise<Stripe | null>>();

/** Loads Stripe's script once per key. Uses the `pure` entry point, so that importing this module requests nothing from Stripe. */
export async function getStripe(publishableKey: string): Promise<Stripe> {
  const loading = stripePromises.get(publishableKey) ?? loadStripe(publishableKey);
  stripePromises.set(publishableKey, loading);
  const stripe = await loading.catch((error: unknown) => {
    // Retry on the next call.
    stripePromises.delete(publishableKey);
    throw error;
  });
  if (!stripe) throw new Error('Stripe can only be opened in a browser.');
  return stripe;
}

/** Opens Stripe's window in which the payer confirms the payment. */
export async function confirmStripePayment(publishableKey: string, { clientSecret }: PendingPayment): Promise<PaymentConfirmation> {
  const stripe = await getStripe(publishableKey);
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error ? { isConfirmed: false, message: error.message } : { isConfirmed: true };
}

/** Charges a card entered in Stripe's fields. Stripe asks the cardholder to confirm when the bank requires it. */
export async function payWithStripe(
  publishableKey: string,
  { clientSecret }: PendingPayment,
  paymentMethodId: string,
): Promise<PaymentConfirmation> {
  const stripe = await getStripe(publishableKey);
  const { error } = await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId });
  return error ? { isConfirmed: false, message: error.message } : { isConfirmed: true };
}
