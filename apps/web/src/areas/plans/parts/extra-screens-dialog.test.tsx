/** Extra screens on the subscription page and at the device limit. `subscriptions` of the server charges them. */
import { screen, waitFor, within } from '@testing-library/react';
import { listDeviceIds, listDevices } from '@vitrine/contract/devices.endpoints';
import { listOrganisations } from '@vitrine/contract/organisations.endpoints';
import { readBankConfig } from '@vitrine/contract/payments.endpoints';
import type { ExtraScreensBody, Subscription } from '@vitrine/contract/subscriptions';
import {
  changeExtraScreens,
  listPlans,
  previewExtraScreens,
  readCardSubscription,
  readCredit,
  readSubscription,
} from '@vitrine/contract/subscriptions.endpoints';
import { expect, it } from 'vitest';
import { setAccountType } from '../../../lib/session.ts';
import type { FakeApi } from '../../../testing/fake-api.ts';
import { aFamily } from '../../../testing/families.ts';
import { aSubscription } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const unlimited = { used: 0, allowed: null };
const ORDER_ID = '00000000-0000-7000-8000-0000000000f1';
const ABILITIES = { ...aSubscription().abilities, buyExtraScreens: true, changeExtraScreens: true };
const ITEMS = {
  data: [
    {
      plan: { id: 'p', nickname: 'Single User', interval: 'month' as const, amount: 29_900 },
      quantity: 1,
      metadata: { devices: '5', storage: '1', user: '1' },
    },
  ],
};

const sell = (subscription: Subscription, used = 6): FakeApi =>
  signedInApi()
    .on(readSubscription, () => ({
      result: {
        planName: 'Single User',
        status: 'active' as const,
        isTrial: false,
        endDate: '2040-01-15T12:00:00.000Z',
        users: 1,
        subscriptionId: subscription.id,
        devices: { used, allowed: 5 + subscription.extraScreens.quantity },
        extraScreens: { quantity: subscription.extraScreens.quantity, canBuy: subscription.abilities.buyExtraScreens },
        playlists: unlimited,
        albums: unlimited,
        sharingGroups: unlimited,
      },
    }))
    .on(readCardSubscription, () => ({ result: { ...subscription } }))
    .result(readCredit, { credit: 0, currency: 'usd', upcoming: null })
    .result(readBankConfig, { bank: 'testBank', publishableKey: null })
    .result(listPlans, [])
    .on(previewExtraScreens, ({ body }) => {
      const { quantity } = body as ExtraScreensBody;
      const added = quantity - subscription.extraScreens.quantity;
      return {
        result: {
          amountDue: Math.max(0, added * 1_000),
          credit: Math.max(0, -added * 1_000),
          currency: 'usd' as const,
          lines: [{ description: `Remaining time on ${quantity} × Single User, extra screen`, amount: added * 1_000 }],
          nextAt: 2_000_000_000,
          nextAmount: 29_900 + quantity * 2_000,
          upcoming: {
            coveredUntil: null,
            chargeAt: 2_000_000_000,
            chargeAmount: 29_900 + quantity * 2_000,
            amount: 29_900 + quantity * 2_000,
            interval: 'month' as const,
          },
          prorationDate: 1_900_000_000,
        },
      };
    });

async function open(values: Partial<Subscription> = {}, address = '/main/subscription') {
  signIn();
  const subscription = aSubscription({ items: ITEMS, extraScreens: { quantity: 3, amount: 2_000 }, abilities: ABILITIES, ...values });
  const api = sell(subscription).on(changeExtraScreens, ({ body }) => {
    subscription.extraScreens.quantity = (body as ExtraScreensBody).quantity;
    return {
      result: { subscription, orderId: ORDER_ID, payment: { status: 'succeeded' as const, paymentIntentId: null, clientSecret: null } },
      message: 'Subscription Updated Successfully',
    };
  });
  return { ...(await renderApp(address, api)), api, subscription };
}

async function typeNumber(user: Awaited<ReturnType<typeof renderApp>>['user'], text: string): Promise<void> {
  const field = await screen.findByLabelText('Number of extra screens');
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}

it('buys more extra screens for the amount that the bank has previewed', async () => {
  const { user, api } = await open();
  expect(await screen.findByText('3 × $20/mo')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change extra screens' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Extra screens' }));
  expect(dialog.getByText(/^Each extra screen costs \$20\/mo\./)).toBeVisible();
  expect(dialog.getByText('5 in your plan and 3 extra: 8 devices in total. You use 6.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Change number' })).toBeDisabled();
  await typeNumber(user, '5');
  expect(await dialog.findByText('Remaining time on 5 × Single User, extra screen')).toBeVisible();
  expect(dialog.getByText(/\$399\.00 every month/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Pay $20.00 and add 2 screens' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('5 × $20/mo')).toBeVisible();
  expect(api.requestsTo(changeExtraScreens)).toMatchObject([
    { body: { quantity: 5, amount: 2_000, prorationDate: 1_900_000_000, idempotencyKey: expect.any(String) } },
  ]);
});

it('removes extra screens, and states why it can’t when devices use them', async () => {
  const { user, api } = await open();
  await user.click(await screen.findByRole('button', { name: 'Change extra screens' }));
  const dialog = within(await screen.findByRole('dialog'));
  const preview = 'You have 6 devices, and this number of extra screens allows 5. Delete 1 device first.';
  api.refuse(previewExtraScreens, 'EXTRA_SCREENS_IN_USE', preview);
  await typeNumber(user, '0');
  expect(await dialog.findByRole('alert')).toHaveTextContent(preview);
  expect(dialog.getByRole('button', { name: 'Remove 3 screens' })).toBeDisabled();
});

it('keeps the dialog with the message when the card is declined, and pays with the same key again', async () => {
  const { user, api, subscription } = await open({ extraScreens: { quantity: 0, amount: 2_000 } });
  api.refuse(changeExtraScreens, 'CARD_REFUSED', 'Your card has insufficient funds.');
  await user.click(await screen.findByRole('button', { name: 'Buy extra screens' }));
  const dialog = within(await screen.findByRole('dialog'));
  await typeNumber(user, '1');
  await user.click(await dialog.findByRole('button', { name: 'Pay $10.00 and add 1 screen' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Your card has insufficient funds.');
  await user.click(dialog.getByRole('button', { name: 'Pay $10.00 and add 1 screen' }));
  await waitFor(() => expect(api.requestsTo(changeExtraScreens)).toHaveLength(2));
  const keys = api.requestsTo(changeExtraScreens).map(({ body }) => (body as ExtraScreensBody).idempotencyKey);
  expect(new Set(keys).size).toBe(1);
  expect(subscription.extraScreens.quantity).toBe(0);
});

it.each(['', '-1', '1.5', '10001', 'many'])('refuses the number "%s" without a request', async (text) => {
  const { user, api } = await open({}, '/main/subscription?dialog=extraScreens');
  await typeNumber(user, text);
  expect(await screen.findByText('Enter a number from 0 to 10,000.')).toBeVisible();
  expect(api.requestsTo(previewExtraScreens)).toEqual([]);
});

it('offers fewer extra screens only, when an administrator has set the number of devices', async () => {
  const { user, api } = await open({ abilities: { ...ABILITIES, buyExtraScreens: false } });
  await user.click(await screen.findByRole('button', { name: 'Change extra screens' }));
  await typeNumber(user, '4');
  expect(await screen.findByText('You can’t buy more than 3 now.')).toBeVisible();
  expect(api.requestsTo(previewExtraScreens)).toEqual([]);
});

it('is not offered for a plan without extra screens', async () => {
  await open({ extraScreens: { quantity: 0, amount: null }, abilities: aSubscription().abilities });
  expect(await screen.findByRole('button', { name: 'Cancel Plan' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /extra screens/ })).toBeNull();
});

const atLimit = (api: FakeApi) =>
  api.result(listDeviceIds, []).result(listDevices, { devices: [], devicesCount: 0, limit: { used: 5, allowed: 5, hasEnded: false } });

it('is offered at the device limit, and leads to the dialog', async () => {
  signIn();
  const subscription = aSubscription({ items: ITEMS, extraScreens: { quantity: 0, amount: 2_000 }, abilities: ABILITIES });
  const { user } = await renderApp('/main/device?dialog=limit', atLimit(sell(subscription, 5)));
  const dialog = within(await screen.findByRole('dialog', { name: 'Device limit reached' }));
  expect(await dialog.findByText(/Buy extra screens, upgrade your plan, or delete a device/)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Upgrade' })).toBeVisible();
  await user.click(dialog.getByRole('link', { name: 'Buy extra screens' }));
  expect(await screen.findByRole('dialog', { name: 'Extra screens' })).toBeVisible();
});

it('is not offered at the device limit to a member who works in the family’s account, nor are plans', async () => {
  const family = aFamily({ orgRole: 'subAdmin' });
  const member = { ...ANA, orgs: [{ id: family.id, orgRole: 'subAdmin' as const }] };
  signIn(member);
  setAccountType('family');
  await renderApp('/main/device?dialog=limit', atLimit(signedInApi(member)).result(listOrganisations, [family]));
  const dialog = within(await screen.findByRole('dialog', { name: 'Device limit reached' }));
  expect(dialog.getByText(/5 of 5 devices in use\. Delete a device that is no longer used/)).toBeVisible();
  expect(dialog.queryByRole('link')).toBeNull();
});
