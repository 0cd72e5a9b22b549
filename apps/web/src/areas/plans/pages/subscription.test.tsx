/** The page of a plan in each state, and the choice of another one. `subscriptions` of the server charges, renews and ends plans; journeys buy real ones. */
import { screen, waitFor, within } from '@testing-library/react';
import type { ReportedPayment } from '@vitrine/contract/payments';
import { readBankConfig, reportPayment } from '@vitrine/contract/payments.endpoints';
import type { Subscription } from '@vitrine/contract/subscriptions';
import {
  cancelSubscription,
  changeCard,
  listPlans,
  readCardSubscription,
  readCredit,
  readSubscription,
  resumeSubscription,
} from '@vitrine/contract/subscriptions.endpoints';
import { authenticateTestIntent, createTestCard } from '@vitrine/contract/test-bank.endpoints';
import { expect, it } from 'vitest';
import { aPlan, aSubscription } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const anyNumber = { used: 0, allowed: null };
const PRICES = (month: number, year: number) =>
  [
    { priceId: `price_y${year}`, interval: 'year', amount: year, extraScreenAmount: null, currency: 'usd' },
    { priceId: `price_m${month}`, interval: 'month', amount: month, extraScreenAmount: null, currency: 'usd' },
  ] as const;
const PLANS = [
  aPlan({ plans: [...PRICES(29_900, 299_000)] }),
  aPlan({ _id: '00000000-0000-7000-8000-0000000000d2', planName: 'Family Plan', plans: [...PRICES(99_900, 999_000)] }),
  aPlan({ _id: '00000000-0000-7000-8000-0000000000d3', planName: 'Enterprise Plan', plans: [...PRICES(299_900, 2_999_000)] }),
];

async function openPlan(values: Partial<Subscription> = {}, address = '/main/subscription') {
  signIn();
  const subscription = aSubscription(values);
  const api = signedInApi()
    .result(readSubscription, {
      planName: subscription.plan.nickname,
      status: 'active',
      isTrial: false,
      endDate: '2040-01-15T12:00:00.000Z',
      users: 1,
      subscriptionId: subscription.id,
      devices: anyNumber,
      extraScreens: { quantity: subscription.extraScreens.quantity, canBuy: subscription.abilities.buyExtraScreens },
      playlists: anyNumber,
      albums: anyNumber,
      sharingGroups: anyNumber,
    })
    .on(readCardSubscription, () => ({ result: { ...subscription } }))
    .result(readCredit, { credit: 0, currency: 'usd', upcoming: null })
    .result(readBankConfig, { bank: 'testBank', publishableKey: null })
    .result(createTestCard, { id: 'pm_2', card: { brand: 'mastercard', last4: '4444', exp_month: 4, exp_year: 2040 } })
    .result(listPlans, PLANS);
  return { ...(await renderApp(address, api)), api, subscription };
}

const fact = async (term: string) => (await screen.findByText(term, { selector: 'dt' })).nextElementSibling;

it('changes the card', async () => {
  const { user, api, subscription } = await openPlan();
  api.on(changeCard, () => ({
    result: Object.assign(subscription, { card: { brand: 'mastercard', last4: '4444', expMonth: 4, expYear: 2040 } }),
  }));
  await user.click(await screen.findByRole('button', { name: 'Change card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change card' }));
  await user.type(await dialog.findByLabelText(/^Card number/), '5555555555554444');
  await user.type(dialog.getByLabelText(/^Expiry/), '0440');
  await user.type(dialog.getByLabelText(/^CVC/), '123');
  await user.click(dialog.getByRole('button', { name: 'Save card' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/•••• 4444/)).toBeVisible();
  expect(api.requestsTo(changeCard)[0]?.body).toEqual({ paymentMethodId: 'pm_2' });
});

it('cancels a plan after confirmation, refuses another plan until it is kept, and keeps it', async () => {
  const { user, api, subscription } = await openPlan();
  api
    .on(cancelSubscription, () => ({
      result: Object.assign(subscription, {
        status: 'canceled',
        state: 'cancelled',
        abilities: { ...subscription.abilities, cancel: false, resume: true, change: false },
      }),
    }))
    .on(resumeSubscription, () => ({
      result: Object.assign(subscription, {
        status: 'active',
        state: 'active',
        abilities: { ...subscription.abilities, cancel: true, resume: false, change: true },
      }),
    }));
  await user.click(await screen.findByRole('button', { name: 'Cancel Plan' }));
  const confirmation = await screen.findByRole('alertdialog', { name: /^Are you sure you want to cancel the plan/ });
  expect(confirmation).toHaveTextContent('You can use the Single User Plan until');
  await user.click(within(confirmation).getByRole('button', { name: 'Cancel Plan' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await fact('Status')).toHaveTextContent('Cancelled but running');
  expect(await fact('Expire on')).toHaveTextContent(/^\d\d\/\d\d\/\d{4}$/);
  await user.click(screen.getByRole('link', { name: 'Purchase Plan' }));
  expect(await screen.findByText(/keep your current plan first/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep plan' }));
  await waitFor(() => expect(screen.queryByText(/keep your current plan first/)).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Back to subscription' }));
  expect(await fact('Status')).toHaveTextContent('Active');
});

it('offers another card while a renewal failed', async () => {
  const openPayment = { orderId: 'order', paymentIntentId: 'pi_1', clientSecret: 'secret', amount: 29_900, needsConfirmation: false };
  const { user, api, subscription } = await openPlan({ state: 'pastDue', nextAttempt: Date.UTC(2040, 0, 1) / 1000, openPayment });
  api.on(changeCard, () => ({ result: Object.assign(subscription, { state: 'active', nextAttempt: null, openPayment: null }) }));
  expect(await fact('Status')).toHaveTextContent('Past due');
  expect(screen.getByText(/We’ll try your card again on 01\/01\/2040/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use another card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change card' }));
  expect(screen.getByText('The outstanding $299.00 will be charged to this card immediately.')).toBeVisible();
  await user.type(await dialog.findByLabelText(/^Card number/), '4242424242424242');
  await user.type(dialog.getByLabelText(/^Expiry/), '0440');
  await user.type(dialog.getByLabelText(/^CVC/), '123');
  await user.click(dialog.getByRole('button', { name: 'Save card' }));
  await waitFor(async () => expect(await fact('Status')).toHaveTextContent('Active'));
});

it('shows an ended plan with the plans to buy', async () => {
  await openPlan({ state: 'expired', abilities: { ...aSubscription().abilities, cancel: false, change: false, changeCard: false } });
  expect(await fact('Status')).toHaveTextContent('Expired');
  expect(screen.getByRole('link', { name: 'Purchase Plan' })).toBeVisible();
});

it('confirms a postponed payment, and offers no upgrade of the largest plan', async () => {
  const plan = { nickname: 'Family Plan', interval: 'month', amount: 99_900 } as const;
  const openPayment = { orderId: 'order', paymentIntentId: 'pi_1', clientSecret: 'secret', amount: 99_900, needsConfirmation: true };
  const paid: ReportedPayment = { orderId: 'order', orderType: 'subscription', paymentEvent: 'paymentsuccess', intentStatus: 'succeeded' };
  const { user, api, subscription } = await openPlan({ plan, state: 'active', openPayment });
  api
    .result(authenticateTestIntent, { id: 'pi_1', status: 'succeeded', amount: 99_900, currency: 'usd', last_payment_error: null })
    .on(reportPayment, () => {
      subscription.openPayment = null;
      return { result: paid };
    });
  expect(await screen.findByText('Your bank asks you to confirm a payment of $999.00.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm payment' }));
  const question = await screen.findByRole('dialog', { name: 'Confirm this payment' });
  expect(question).toHaveTextContent('$999.00');
  await user.click(within(question).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Payment succeeded!')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Family Plan · Monthly' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Upgrade Plan|Purchase Plan/ })).toBeNull();
});

it('marks the current plan among the plans of an upgrade', async () => {
  const { user } = await openPlan({ planId: PLANS[0]?._id ?? '' });
  await user.click(await screen.findByRole('link', { name: 'Upgrade Plan' }));
  expect(await screen.findByText('Current plan')).toBeVisible();
  expect(screen.queryByRole('radio', { name: /^Single User / })).toBeNull();
  expect(screen.getByRole('radio', { name: /^Family Plan / })).toBeVisible();
});

it('offers the Enterprise Plan monthly only, and subscribes after a plan was selected', async () => {
  const { user } = await openPlan({ state: 'expired' });
  expect(await screen.findByRole('radio', { name: /^Enterprise Plan / })).toBeVisible();
  const subscribe = screen.getByRole('button', { name: 'Subscribe' });
  expect(subscribe).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Yearly' }));
  const single = await screen.findByRole('radio', { name: /^Single User \$2,990\/yr/ });
  expect(screen.queryByRole('radio', { name: /^Enterprise Plan / })).toBeNull();
  await user.click(single);
  expect(subscribe).toBeEnabled();
});
