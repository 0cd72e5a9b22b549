/** Replaces Stripe's script: renders the fields that our pages use in the elements they are mounted in. */

export interface StripeBank {
  /** Answers the payment method's id. */
  typeCard(number: string): Promise<string> | string;
  /** Charges a card that was typed; the message of Stripe where the bank refused. */
  confirm(intentId: string, paymentMethodId: string): { status: string } | { message: string };
  /** What the payer answers to "is this you?"; the message of Stripe where it was not. */
  authenticate(intentId: string, isConfirmed: boolean): string | null;
}

/** Runs in the page, in place of https://js.stripe.com. */
export const STRIPE_SCRIPT = `
window.Stripe = (key) => {
  const field = (kind) => {
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Stripe ' + kind);
    input.style.width = '100%';
    const heard = [];
    input.addEventListener('input', () => {
      const error = /[a-z]/i.test(input.value) ? { message: 'Your ' + kind + ' is invalid.' } : undefined;
      for (const act of heard) act({ error, complete: !error });
    });
    return { input, mount: (place) => place.append(input), on: (_event, act) => heard.push(act), destroy: () => input.remove() };
  };
  const answerBank = async (intentId) => {
    const message = await window.authenticate(intentId, confirm('Stripe asks: is this you?'));
    return message ? { error: { message } } : { paymentIntent: { status: 'succeeded' } };
  };
  return {
    elements: () => ({ create: field }),
    createPaymentMethod: async ({ card }) => {
      if (card.input.value === '') return { error: { code: 'incomplete_number', message: 'Your card number is incomplete.' } };
      return { paymentMethod: { id: await window.typeCard(card.input.value) } };
    },
    handleNextAction: ({ clientSecret }) => answerBank(clientSecret.split('_secret')[0]),
    confirmCardPayment: async (clientSecret, { payment_method }) => {
      const intentId = clientSecret.split('_secret')[0];
      const { status, message } = await window.confirmCard(intentId, payment_method);
      if (message) return { error: { message } };
      return status === 'requires_action' ? answerBank(intentId) : { paymentIntent: { status } };
    },
    registerAppInfo() {},
    _registerWrapper() {},
  };
};
`;
