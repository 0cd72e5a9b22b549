/** The card page of a plan with the fields of the test bank, and what it shows around the payment. Journeys make real payments. */
import { screen, within } from '@testing-library/react';
import { listPayments, readBankConfig, reportPayment } from '@vitrine/contract/payments.endpoints';
import type { Subscribed } from '@vitrine/contract/subscriptions';
import { listPlans, previewSubscription, subscribe } from '@vitrine/contract/subscriptions.endpoints';
import { authenticateTestIntent, createTestCard } from '@vitrine/contract/test-bank.endpoints';
import { expect, it } from 'vitest';
import { aPlan, aSubscription } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const IN_2040_S = Date.UTC(2040, 0, 1) / 1000;
const PLAN = aPlan();
const PRICE = { priceId: 'price_single', amount: 29_900 } as const;
const PREVIEW = {
  amountDue: PRICE.amount,
  credit: 0,
  currency: 'usd',
  lines: [],
  nextAt: IN_2040_S,
  nextAmount: PRICE.amount,
  upcoming: { coveredUntil: null, chargeAt: IN_2040_S, chargeAmount: PRICE.amount, amount: PRICE.amount, interval: 'month' },
  prorationDate: 1,
} as const;
const ORDER_ID = '00000000-0000-7000-8000-0000000000e1';
const SUBSCRIBED: Subscribed = {
  subscription: aSubscription(),
  orderId: ORDER_ID,
  payment: { status: 'succeeded', paymentIntentId: null, clientSecret: null },
};

const billingApi = () =>
  signedInApi()
    .result(listPlans, [PLAN])
    .result(listPayments, [])
    .result(readBankConfig, { bank: 'testBank', publishableKey: null })
    .result(previewSubscription, PREVIEW as never);

async function openCardPage(api = billingApi()) {
  signIn();
  const app = await renderApp(`/main/subscription/stripepayment?priceId=${PRICE.priceId}`, api);
  const number = await screen.findByLabelText(/^Card number/);
  const pay = () => app.user.click(screen.getByRole('button', { name: 'Pay Now $299.00' }));
  const typeCard = async (digits: string) => {
    await app.user.clear(number);
    await app.user.type(number, digits);
    await app.user.type(screen.getByLabelText(/^Expiry/), '0440');
    await app.user.type(screen.getByLabelText(/^CVC/), '123');
  };
  return { ...app, api, pay, typeCard };
}

it('shows the error of each card field, and sends nothing', async () => {
  const { api, pay, typeCard } = await openCardPage();
  await pay();
  expect(await screen.findByText('Your card number is incomplete.')).toBeVisible();
  expect(screen.getByText('Your card’s security code is incomplete.')).toBeVisible();
  await typeCard('4242424242424241');
  await pay();
  expect(await screen.findByText('Your card number is invalid.')).toBeVisible();
  expect(api.requestsTo(createTestCard)).toEqual([]);
  expect(api.requestsTo(subscribe)).toEqual([]);
});

it('pays again with the same key after the response was lost', async () => {
  const { api, pay, typeCard } = await openCardPage(
    billingApi()
      .on(createTestCard, () => ({ result: { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2040 } } }))
      .lose(subscribe),
  );
  await typeCard('4242424242424242');
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach the server.');
  api.result(subscribe, SUBSCRIBED).result(listPayments, [
    {
      _id: ORDER_ID,
      orderId: ORDER_ID,
      orderNumber: 'V1-1',
      orderType: 'subscription',
      description: 'Single User, monthly',
      amount: PRICE.amount,
      refundedAmount: 0,
      returnedAmount: 0,
      credit: 0,
      invoiceReason: 'start',
      currency: 'usd',
      status: 'success',
      card: { brand: 'visa', last4: '4242' },
      createdAt: '2026-11-01T10:00:00.000Z',
      paidAt: '2026-11-01T10:00:00.000Z',
    },
  ]);
  await pay();
  expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  const keys = api.requestsTo(subscribe).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

it('reports a plan that is no longer for sale, and links to the current plans', async () => {
  signIn();
  const { user } = await renderApp('/main/subscription/stripepayment?priceId=gone', billingApi());
  expect(await screen.findByText(/^This plan is no longer available\./)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'View current plans' }));
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeVisible();
});

it('reports an unknown order', async () => {
  signIn();
  await renderApp('/main/subscription/confirmpage?orderId=nobody', billingApi());
  expect(await screen.findByRole('heading', { name: 'Payment not found' })).toBeVisible();
});

it('shows that there are no transactions before the first payment', async () => {
  signIn();
  await renderApp('/main/profile/transactions', billingApi());
  expect(await screen.findByText('No transactions yet')).toBeVisible();
});

it('links to the current plans when another tab already bought a subscription', async () => {
  const { api, pay, typeCard } = await openCardPage(
    billingApi().result(createTestCard, { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2040 } }),
  );
  api.refuse(subscribe, 'ALREADY_SUBSCRIBED');
  await typeCard('4242424242424242');
  await pay();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('You already have a subscription.');
  expect(within(alert).getByRole('link', { name: 'View current plans' })).toBeVisible();
});

it('keeps the card after it was declined, and formats its number', async () => {
  const { api, pay, typeCard } = await openCardPage(
    billingApi().result(createTestCard, { id: 'pm_1', card: { brand: 'visa', last4: '0002', exp_month: 4, exp_year: 2040 } }),
  );
  api.refuse(subscribe, 'CARD_REFUSED');
  expect(await screen.findByText('Due today')).toBeVisible();
  await typeCard('4000000000000002');
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent('* Your card was declined.');
  expect(screen.getByLabelText(/^Card number/)).toHaveValue('4000 0000 0000 0002');
});

it('states that the confirmation of a payment was declined, and asks again on the next attempt', async () => {
  const { api, pay, typeCard, user } = await openCardPage(
    billingApi().result(createTestCard, { id: 'pm_1', card: { brand: 'visa', last4: '3184', exp_month: 4, exp_year: 2040 } }),
  );
  const payment = { status: 'requires_action', paymentIntentId: 'pi_1', clientSecret: 'secret' } as const;
  const intent = { id: 'pi_1', amount: PRICE.amount, currency: 'usd', last_payment_error: null };
  api
    .result(subscribe, { ...SUBSCRIBED, payment })
    .result(authenticateTestIntent, { ...intent, status: 'requires_payment_method' })
    .result(reportPayment, {
      orderId: ORDER_ID,
      orderType: 'subscription',
      paymentEvent: 'paymentpending',
      intentStatus: 'requires_payment_method',
    });
  await typeCard('4000002760003184');
  await pay();
  const question = await screen.findByRole('dialog', { name: 'Confirm this payment' });
  expect(question).toHaveTextContent('$299.00');
  await user.click(within(question).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^\* ./);
  await pay();
  expect(await screen.findByRole('dialog', { name: 'Confirm this payment' })).toBeVisible();
});
