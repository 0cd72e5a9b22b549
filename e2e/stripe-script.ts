/** Fake of Stripe's script that renders the fields which our pages use. */

export interface StripeBank {
  /** Returns the id of a payment method for the card. */
  typeCard(number: string): Promise<string> | string;
  /** Charges a card. Returns Stripe's message when the bank declined it. */
  confirm(intentId: string, paymentMethodId: string): { status: string } | { message: string };
  /** Completes the authentication of a payment. Returns Stripe's message when the payer rejected it, otherwise null. */
  authenticate(intentId: string, isConfirmed: boolean): string | null;
}

/** Runs in the page instead of https://js.stripe.com. */
export const STRIPE_SCRIPT = `
window.Stripe = (key) => {
  const field = (kind) => {
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Stripe ' + kind);
    input.style.width = '100%';
    const listeners = [];
    input.addEventListener('input', () => {
      const error = /[a-z]/i.test(input.value) ? { message: 'Your ' + kind + ' is invalid.' } : undefined;
      for (const listener of listeners) listener({ error, complete: !error });
    });
    return { input, mount: (element) => element.append(input), on: (_event, listener) => listeners.push(listener), destroy: () => input.remove() };
  };
  const authenticatePayment = async (intentId) => {
    const message = await window.authenticate(intentId, confirm('Stripe asks: is this you?'));
    return message ? { error: { message } } : { paymentIntent: { status: 'succeeded' } };
  };
  return {
    elements: () => ({ create: field }),
    createPaymentMethod: async ({ card }) => {
      if (card.input.value === '') return { error: { code: 'incomplete_number', message: 'Your card number is incomplete.' } };
      return { paymentMethod: { id: await window.typeCard(card.input.value) } };
    },
    handleNextAction: ({ clientSecret }) => authenticatePayment(clientSecret.split('_secret')[0]),
    confirmCardPayment: async (clientSecret, { payment_method }) => {
      const intentId = clientSecret.split('_secret')[0];
      const { status, message } = await window.confirmCard(intentId, payment_method);
      if (message) return { error: { message } };
      return status === 'requires_action' ? authenticatePayment(intentId) : { paymentIntent: { status } };
    },
    registerAppInfo() {},
    _registerWrapper() {},
  };
};
`;
