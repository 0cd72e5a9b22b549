/** Webhooks in the profile. The server's tests have their rules. */
import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { readSealingKey } from '@vitrine/contract/accounts.endpoints';
import { listApiTokens } from '@vitrine/contract/api-tokens.endpoints';
import { listPasskeys } from '@vitrine/contract/passkeys.endpoints';
import { readSecondFactor } from '@vitrine/contract/second-factor.endpoints';
import type { Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  editWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@vitrine/contract/webhooks.endpoints';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));
const WEBHOOK: Webhook = {
  _id: '0198c0de-7a3b-7c41-9d52-3f6e8a1b2c4d',
  url: 'https://example.com/hooks',
  description: 'Lobby',
  events: ['device.offline', 'order.paid'],
  createdAt: '2026-03-04T08:00:00.000Z',
  disabledReason: null,
  failingSince: null,
};
const DELIVERY: WebhookDelivery = {
  _id: '0198c0de-7a3b-7c41-9d52-3f6e8a1b2c4e',
  type: 'device.offline',
  state: 'failed',
  createdAt: '2026-03-04T08:00:00.000Z',
  attempts: 17,
  nextAttemptAt: null,
  finishedAt: '2026-03-07T08:00:00.000Z',
  responseStatus: 500,
  failure: 'The target responded with status 500.',
};

const api = (webhooks: Webhook[]) =>
  signedInApi()
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .result(readSecondFactor, { isOn: false, since: null, recoveryCodesLeft: 0, requiredBy: null })
    .result(listPasskeys, { passkeys: [], availableAt: 'https://vitrine.example.com' })
    .result(listApiTokens, [])
    .result(listWebhooks, webhooks);
/** Chooses an item of the webhook's menu. */
async function chooseAction(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Actions for Lobby' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('adds a webhook for the chosen events, and shows its secret once', async () => {
  signIn();
  const server = api([]).on(createWebhook, () => {
    server.result(listWebhooks, [WEBHOOK]);
    return { result: { ...WEBHOOK, secret: 'whsec_c2VjcmV0' } };
  });
  const { user } = await renderApp('/main/profile/security', server);
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const form = await dialog('Add a webhook');
  await user.type(form.getByLabelText('Address'), 'example.com');
  await user.type(form.getByLabelText('Password'), 'correct horse');
  await user.click(form.getByRole('button', { name: 'Add webhook' }));
  expect(await form.findByText('Enter an address that starts with https:// or http://')).toBeVisible();
  await user.clear(form.getByLabelText('Address'));
  await user.type(form.getByLabelText('Address'), 'https://example.com/hooks');
  await user.click(form.getByRole('button', { name: 'Add webhook' }));
  expect(await form.findByText('Choose at least one event.')).toBeVisible();
  await user.click(form.getByLabelText('Device goes offline'));
  await user.click(form.getByLabelText('Order is paid'));
  await user.click(form.getByRole('button', { name: 'Add webhook' }));
  const copy = await dialog('Copy your secret');
  expect(copy.getByText('whsec_c2VjcmV0')).toBeVisible();
  expect(server.requestsTo(createWebhook).at(-1)?.body).toMatchObject({
    url: 'https://example.com/hooks',
    events: ['device.offline', 'order.paid'],
  });
  await user.click(copy.getByRole('button', { name: 'I’ve copied it' }));
  expect(await screen.findByText('Device goes offline, Order is paid')).toBeVisible();
});

it('changes the address and the events of a webhook', async () => {
  signIn();
  const server = api([WEBHOOK]).on(changeWebhook, () => {
    server.result(listWebhooks, [{ ...WEBHOOK, events: ['device.offline'] }]);
    return { result: { ...WEBHOOK, events: ['device.offline'] } };
  });
  const { user } = await renderApp('/main/profile/security', server);
  await chooseAction(user, 'Edit');
  const form = await dialog('Edit webhook');
  expect(form.getByLabelText('Address')).toHaveValue(WEBHOOK.url);
  await user.clear(form.getByLabelText('Address'));
  await user.type(form.getByLabelText('Address'), 'https://example.com/new');
  await user.click(form.getByLabelText('Order is paid'));
  await user.type(form.getByLabelText('Password'), 'correct horse');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Webhook saved.')).toBeVisible();
  expect(server.requestsTo(changeWebhook)).toMatchObject([
    { params: { id: WEBHOOK._id }, body: { url: 'https://example.com/new', description: WEBHOOK.description, events: ['device.offline'] } },
  ]);
});

it('sends a test event, shows deliveries, and sends one again', async () => {
  signIn();
  const server = api([WEBHOOK])
    .on(testWebhook, () => ({ message: 'Test event sent.' }))
    .result(listWebhookDeliveries, [DELIVERY])
    .on(resendWebhookDelivery, () => {
      server.result(listWebhookDeliveries, [{ ...DELIVERY, state: 'delivered', attempts: 1, responseStatus: 200, failure: null }]);
      return { message: 'The delivery is sent again.' };
    });
  const { user } = await renderApp('/main/profile/security', server);
  await chooseAction(user, 'Send test event');
  expect(await screen.findByText('Test event sent.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Deliveries of Lobby' }));
  const deliveries = await dialog('Deliveries');
  expect(await deliveries.findByText('17 attempts, status 500')).toBeVisible();
  expect(deliveries.getByText('The target responded with status 500.')).toBeVisible();
  await user.click(deliveries.getByRole('button', { name: 'Send “Device goes offline” again' }));
  expect(await deliveries.findByText('Delivered')).toBeVisible();
});

it('explains why a webhook is disabled, enables it, replaces its secret and deletes it', async () => {
  signIn();
  const server = api([{ ...WEBHOOK, disabledReason: 'failing' }])
    .on(editWebhook, () => {
      server.result(listWebhooks, [WEBHOOK]);
      return { result: WEBHOOK };
    })
    .result(rotateWebhookSecret, { ...WEBHOOK, secret: 'whsec_bmV3' })
    .on(deleteWebhook, () => {
      server.result(listWebhooks, []);
      return { message: 'Webhook deleted.' };
    });
  const { user } = await renderApp('/main/profile/security', server);
  expect(await screen.findByText(/^Disabled because no delivery worked for three days/)).toBeVisible();
  await chooseAction(user, 'Enable');
  await waitFor(() => expect(screen.queryByText('Disabled')).toBeNull());
  await chooseAction(user, 'New secret');
  await user.type((await dialog('New secret')).getByLabelText('Password'), 'correct horse{Enter}');
  const copy = await dialog('Copy your secret');
  expect(copy.getByText('whsec_bmV3')).toBeVisible();
  await user.click(copy.getByRole('button', { name: 'I’ve copied it' }));
  await chooseAction(user, 'Delete');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('https://example.com/hooks')).toBeNull());
});
