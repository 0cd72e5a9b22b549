import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Confirmation, PendingPayment } from './card-collector.ts';

const loaded = new Map<string, Promise<Stripe | null>>();

/** Stripe's script, once; `pure`, so that importing this fetches nothing from Stripe. */
export async function openStripe(publishableKey: string): Promise<Stripe> {
  const opening = loaded.get(publishableKey) ?? loadStripe(publishableKey);
  loaded.set(publishableKey, opening);
  const stripe = await opening.catch((error: unknown) => {
    // The next one tries again.
    loaded.delete(publishableKey);
    throw error;
  });
  if (!stripe) throw new Error('Stripe can only be opened in a browser.');
  return stripe;
}

/** Stripe asks the payer in a window of its own. */
export async function confirmAtStripe(publishableKey: string, { clientSecret }: PendingPayment): Promise<Confirmation> {
  const stripe = await openStripe(publishableKey);
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error ? { isConfirmed: false, message: error.message } : { isConfirmed: true };
}

/** Charges a card that Stripe's fields took; Stripe asks its owner where the card's bank wants that. */
export async function payAtStripe(
  publishableKey: string,
  { clientSecret }: PendingPayment,
  paymentMethodId: string,
): Promise<Confirmation> {
  const stripe = await openStripe(publishableKey);
  const { error } = await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId });
  return error ? { isConfirmed: false, message: error.message } : { isConfirmed: true };
}
