/** The error catalogue of the specification (1 §8): pages of a signed-in person. The server's tests have the refusals themselves. */
import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor, within } from '@testing-library/react';
import { readSealingKey, setPrivacy } from '@vitrine/contract/accounts.endpoints';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices } from '@vitrine/contract/devices.endpoints';
import type { ErrorCode } from '@vitrine/contract/errors';
import type { Notification } from '@vitrine/contract/notifications';
import { listNotifications, markNotificationsRead } from '@vitrine/contract/notifications.endpoints';
import { listPlaylists } from '@vitrine/contract/playlists.endpoints';
import { changePassword, editUser } from '@vitrine/contract/profile.endpoints';
import { expect, it } from 'vitest';
import { toBase64Url } from '../lib/base64-url.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../testing/signed-in.ts';

const REFUSAL = 'The server says no, and why.';
const messages = () => within(screen.getByRole('region', { name: 'Messages' }));
const errorToast = () => messages().findByRole('alert');

const UNREAD: Notification = {
  _id: '00000000-0000-7000-8000-0000000000b1',
  status: true,
  notificationBody: 'A screen came online.',
  invitationType: null,
  invitationId: null,
  outcome: null,
  albumId: null,
  createdUser: [],
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
};

async function changeThePassword(api: FakeApi): Promise<void> {
  signIn();
  const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));
  const { user } = await renderApp('/main/profile/changePassword', api.result(readSealingKey, { publicKey, nonce: 'n1' }));
  await user.type(await screen.findByLabelText('Old password'), 'correct horse');
  for (const name of ['New password', 'Confirm password']) await user.type(screen.getByLabelText(name), 'a better horse');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

const PASSWORD_ERRORS: [ErrorCode, string][] = [
  ['PASSWORD_CHANGE_ERROR', 'Please make sure your current password match'],
  ['SEAL_EXPIRED', 'This page was open for too long. Try again.'],
];
it.each(PASSWORD_ERRORS)('shows the message of %s in an error toast when the password is changed', async (code, message) => {
  await changeThePassword(signedInApi().refuse(changePassword, code));
  expect(await errorToast()).toHaveTextContent(message);
});

it('shows the message of a name that may not be edited in the form', async () => {
  signIn();
  const { user } = await renderApp(
    '/main/profile?dialog=edit',
    signedInApi().refuse(editUser, 'ACCESS_DENIED', 'You are not authorized to edit user name'),
  );
  const name = await screen.findByLabelText('Name', { exact: true });
  await user.clear(name);
  await user.type(name, 'Somebody Else');
  await user.type(screen.getByLabelText('Phone', { exact: true }), '2125550199');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized to edit user name');
});

it.each([
  ['me.gif', 'image/gif', 10, 'Selected file not supported'],
  ['me.png', 'image/png', 800_000, 'File size should be less than 800KB'],
])('refuses the profile photo %s (%s, %i bytes)', async (name, type, size, message) => {
  signIn();
  const { user, baseElement } = await renderApp('/main/profile?dialog=edit', signedInApi());
  const photo = await screen.findByRole('group', { name: 'Photo' });
  const input = baseElement.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for the photo.');
  input.removeAttribute('accept');
  await user.upload(input, new File([new Uint8Array(size)], name, { type }));
  await waitFor(() => expect(photo).toHaveAccessibleDescription(message));
});

it('shows the heading of an empty list of notifications', async () => {
  signIn();
  await renderApp('/main/notification', signedInApi());
  expect(await screen.findByRole('heading', { name: 'No notifications yet' })).toBeVisible();
});

it('leaves a notification unread when the server refuses to mark it', async () => {
  signIn();
  const api = signedInApi().result(listNotifications, [UNREAD]).refuse(markNotificationsRead, 'INVALID', REFUSAL);
  const { user } = await renderApp('/main/notification', api);
  const list = within(await screen.findByRole('main'));
  await user.click(await list.findByRole('button', { name: /A screen came online/ }));
  expect(await errorToast()).toHaveTextContent(REFUSAL);
  expect(await screen.findByText('1 unread')).toBeVisible();
});

it('keeps the privacy agreement open when the server refuses its acceptance', async () => {
  const newUser = { ...ANA, privacy: false };
  signIn(newUser);
  const { user } = await renderApp('/main/notification', signedInApi(newUser).refuse(setPrivacy, 'INVALID', REFUSAL));
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await errorToast()).toHaveTextContent(REFUSAL);
  expect(screen.getByRole('dialog', { name: 'Privacy Agreement' })).toBeVisible();
});

it('shows Enter a valid playlist name when a playlist is saved without a name', async () => {
  signIn();
  const { user } = await renderApp('/main/playlist?dialog=create', signedInApi().result(listPlaylists, []));
  await user.click(await screen.findByRole('button', { name: 'Create' }));
  expect(await errorToast()).toHaveTextContent('Enter a valid playlist name');
  await waitFor(() => expect(screen.getByLabelText(/Playlist name/)).toHaveAccessibleDescription('Name is required'));
});

it('offers to try again when a list could not be loaded', async () => {
  signIn();
  const api = signedInApi().result(listDeviceTags, []).lose(listDeviceIds).lose(listDevices);
  const { user } = await renderApp('/main/device', api);
  expect(await screen.findByText('Can’t reach the server. Check your connection and try again.')).toBeVisible();
  api.result(listDeviceIds, []).result(listDevices, { devices: [], devicesCount: 0, limit: { used: 0, allowed: 1, hasEnded: false } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No device available')).toBeVisible();
});
