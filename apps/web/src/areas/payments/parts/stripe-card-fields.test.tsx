/** The card page with the fields of Stripe, of whose script a test has a fake. `e2e/stripe.spec.ts` pays a real order with the product's keys. */
import { screen, waitFor } from '@testing-library/react';
import { listPayments, readBankConfig, reportPayment } from '@vitrine/contract/payments.endpoints';
import type { Subscribed } from '@vitrine/contract/subscriptions';
import { listPlans, previewSubscription, readCredit, subscribe } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it, onTestFinished } from 'vitest';
import { aPlan, aSubscription } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const IN_2040_S = Date.UTC(2040, 0, 1) / 1000;
const AMOUNT = 29_900;
const PREVIEW = {
  amountDue: AMOUNT,
  credit: 0,
  currency: 'usd',
  lines: [],
  nextAt: IN_2040_S,
  nextAmount: AMOUNT,
  upcoming: { coveredUntil: null, chargeAt: IN_2040_S, chargeAmount: AMOUNT, amount: AMOUNT, interval: 'month' },
  prorationDate: 1,
} as const;
const ORDER_ID = '00000000-0000-7000-8000-0000000000e1';
const UNCONFIRMED: Subscribed = {
  subscription: aSubscription(),
  orderId: ORDER_ID,
  payment: { status: 'requires_action', paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret' },
};
const REPORTED = { orderId: ORDER_ID, orderType: 'subscription' } as const;
const PAID = {
  _id: ORDER_ID,
  orderId: ORDER_ID,
  orderNumber: 'V1-1',
  orderType: 'subscription',
  description: 'Single User, monthly',
  amount: AMOUNT,
  refundedAmount: 0,
  returnedAmount: 0,
  credit: 0,
  invoiceReason: 'start',
  currency: 'usd',
  status: 'success',
  card: { brand: 'visa', last4: '3184' },
  createdAt: '2026-11-01T10:00:00.000Z',
  paidAt: '2026-11-01T10:00:00.000Z',
} as const;

/** Creates a field as Stripe's, which reports letters as invalid. */
function createField(kind: string) {
  const input = document.createElement('input');
  input.setAttribute('aria-label', `Stripe ${kind}`);
  return {
    input,
    mount: (place: Element) => place.append(input),
    destroy: () => input.remove(),
    on: (_event: string, listener: (change: { error?: { message: string } }) => void) =>
      input.addEventListener('input', () =>
        listener({ error: /[a-z]/i.test(input.value) ? { message: `Your ${kind} is invalid.` } : undefined }),
      ),
  };
}

/** Provides the script's global before the app loads it. Returns the keys with which the app started it, and Stripe's answers. */
function giveStripe() {
  const keys: string[] = [];
  const cards: string[] = [];
  const answer: { nextAction: { error?: { message: string } } } = { nextAction: {} };
  const Stripe = (key: string) => {
    keys.push(key);
    return {
      elements: () => ({ create: createField }),
      createPaymentMethod: async ({ card }: { card: ReturnType<typeof createField> }) => {
        const { value } = card.input;
        if (value === '') return { error: { code: 'incomplete_number', message: 'Your card number is incomplete.' } };
        cards.push(value);
        return { paymentMethod: { id: `pm_${cards.length}` } };
      },
      handleNextAction: async () => answer.nextAction,
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    };
  };
  Object.assign(window, { Stripe });
  onTestFinished(() => void Reflect.deleteProperty(window, 'Stripe'));
  return { keys, cards, answer };
}

it('starts Stripe only on the card page, where cards are completed, declined and confirmed', async () => {
  const stripe = giveStripe();
  const api = signedInApi()
    .result(listPlans, [aPlan()])
    .result(listPayments, [])
    .result(readCredit, { credit: 0, currency: 'usd', upcoming: null })
    .result(readBankConfig, { bank: 'stripe', publishableKey: 'pk_test_fields' })
    .result(previewSubscription, PREVIEW as never);
  signIn();
  const { user } = await renderApp('/main/subscription', api);
  await user.click(await screen.findByRole('radio', { name: /^Single User / }));
  expect(stripe.keys).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  const number = await screen.findByLabelText('Stripe cardNumber');
  expect(stripe.keys).toEqual(['pk_test_fields']);
  expect(screen.queryByText('Test mode')).toBeNull();
  const pay = async () => user.click(await screen.findByRole('button', { name: /^Pay Now/ }));
  await pay();
  expect(await screen.findByText('Your card number is incomplete.')).toBeVisible();
  expect(api.requestsTo(subscribe)).toEqual([]);

  const cvc = screen.getByLabelText('Stripe cardCvc');
  await user.type(cvc, 'abc');
  expect(await screen.findByText('Your cardCvc is invalid.')).toBeVisible();
  await user.clear(cvc);
  await user.type(cvc, '123');
  await waitFor(() => expect(screen.queryByText('Your cardCvc is invalid.')).toBeNull());

  api.refuse(subscribe, 'CARD_REFUSED', 'Your card has insufficient funds.');
  await user.type(number, '4000000000009995');
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent('* Your card has insufficient funds.');

  api.result(subscribe, UNCONFIRMED).result(reportPayment, {
    ...REPORTED,
    paymentEvent: 'paymentpending',
    intentStatus: 'requires_payment_method',
  });
  stripe.answer.nextAction = { error: { message: 'The payment was not confirmed.' } };
  await user.clear(number);
  await user.type(number, '4000002760003184');
  await pay();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('* The payment was not confirmed.'));

  stripe.answer.nextAction = {};
  api.result(reportPayment, { ...REPORTED, paymentEvent: 'paymentsuccess', intentStatus: 'succeeded' }).result(listPayments, [PAID]);
  await pay();
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  // Only Stripe has the numbers.
  expect(stripe.cards).toEqual(['4000000000009995', '4000002760003184', '4000002760003184']);
  expect(JSON.stringify(api.requestsTo(subscribe))).not.toContain('4000002760003184');
});
