/** Error messages of specification 1 §8: signing in, emailed links and new passwords. The server's tests cover when each error occurs. */
import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { readSealingKey, requestAccountEmail, resetPassword, signIn, verifyEmail } from '@vitrine/contract/accounts.endpoints';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import type { ErrorCode } from '@vitrine/contract/errors';
import { requestFactorRecovery, startFactorRecovery, stopFactorRecovery } from '@vitrine/contract/second-factor.endpoints';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi } from '../../../testing/signed-in.ts';

const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));
const publicApi = () => new FakeApi().result(readSealingKey, { publicKey, nonce: 'n1' });
const messages = () => within(screen.getByRole('region', { name: 'Messages' }));

async function submitSignIn(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), 'ana@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
}

const SIGN_IN_ERRORS: [ErrorCode, string][] = [
  ['NO_USER_EXISTS', 'No account exists with this email address.'],
  ['INCORRECT_PASSWORD', 'Incorrect Email or Password'],
  ['USER_DISABLED', 'Account Deactivated! Please contact admin.'],
  ['ACCOUNT_NOT_VERIFY', 'This Account is not verified yet,need verification email again? Resend'],
];

it.each(SIGN_IN_ERRORS)('shows the message of %s in the sign-in form', async (code, message) => {
  const { user, router } = await renderApp('/login', publicApi().refuse(signIn, code));
  await submitSignIn(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(router.state.location.pathname).toBe('/login');
});

it('shows when the user may sign in again after too many attempts', async () => {
  const { user } = await renderApp(
    '/login',
    publicApi().refuse(signIn, 'TOO_MANY_REQUESTS', 'Too many requests. Try again in 15 minutes.'),
  );
  await submitSignIn(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Too many requests\. Try again in 15 minutes\.$/);
});

it('hides Resend after the email was sent again, and keeps it when sending failed', async () => {
  const api = publicApi().refuse(signIn, 'ACCOUNT_NOT_VERIFY').refuse(requestAccountEmail, 'INVALID', 'Please try again later.');
  const { user } = await renderApp('/login', api);
  await submitSignIn(user);
  await user.click(await screen.findByRole('button', { name: 'Resend' }));
  expect(await messages().findByRole('alert')).toHaveTextContent('Please try again later.');
  expect(screen.getByRole('button', { name: 'Resend' })).toBeVisible();
  api.on(requestAccountEmail, () => ({ message: 'If there’s an account with this address, we’ve sent you an email.' }));
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await messages().findByRole('status')).toHaveTextContent('If there’s an account with this address, we’ve sent you an email.');
  expect(screen.queryByText(/This Account is not verified yet/)).toBeNull();
});

it('opens the sign-in page with the address for a verification link, also for one that was used before', async () => {
  const api = publicApi().on(verifyEmail, () => ({ result: { email: 'ana@example.com' }, message: 'Email address verified.' }));
  const { router } = await renderApp('/verify-email?emailvfkey=key&emailvflock=lock', api);
  expect(await screen.findByLabelText('Email')).toHaveValue('ana@example.com');
  expect(router.state.location.pathname).toBe('/login');
  expect(screen.queryByText('Link expired')).toBeNull();
});

it('shows Link expired for an invalid verification link', async () => {
  await renderApp('/verify-email?emailvfkey=made-up&emailvflock=made-up', publicApi().refuse(verifyEmail, 'LINK_EXPIRED'));
  expect(await screen.findByRole('heading', { name: 'Link expired' })).toBeVisible();
});

it('shows Link expired for an invalid reset link', async () => {
  await renderApp('/reset-password?resetvfkey=made-up&resetvflock=made-up', publicApi().refuse(verifyEmail, 'LINK_EXPIRED'));
  expect(await screen.findByRole('heading', { name: 'Link expired' })).toBeVisible();
});

const openReset = () => '/reset-password?resetvfkey=key&resetvflock=lock';
const resetApi = () => publicApi().result(verifyEmail, { email: 'ana@example.com' });

it('shows “Please enter valid password” when the server refuses a new password', async () => {
  const { user } = await renderApp(openReset(), resetApi().refuse(resetPassword, 'RESET_INVALID'));
  await user.type(await screen.findByLabelText('New password'), 'a better horse');
  await user.type(screen.getByLabelText('Confirm password'), 'a better horse{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please enter valid password');
});

it('requires a new password that is long enough and entered twice', async () => {
  const { user } = await renderApp(openReset(), resetApi());
  const first = await screen.findByLabelText('New password');
  const second = screen.getByLabelText('Confirm password');
  await user.click(first);
  await user.tab();
  await waitFor(() => expect(first).toHaveAccessibleDescription('Password field is required'));
  await user.type(first, 'seven77');
  await user.type(second, 'other horse');
  await user.tab();
  await waitFor(() => expect(first).toHaveAccessibleDescription('Must be 8 or more than 8 characters'));
  await user.clear(first);
  await user.type(first, 'correct horse');
  await user.click(second);
  await user.tab();
  await waitFor(() => expect(second).toHaveAccessibleDescription('Passwords must match'));
});

it('states that the server cannot be reached, and signs in when the request is repeated', async () => {
  const api = signedInApi().result(readSealingKey, { publicKey, nonce: 'n1' }).result(listAlbums, []).lose(signIn);
  const { user } = await renderApp('/login', api);
  await submitSignIn(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach the server. Check your connection and try again.');
  api.on(signIn, () => ({ result: ANA, token: 'token' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'My Albums' })).toBeVisible();
});

it('requests a code when the account has a second factor, and signs in with it', async () => {
  const api = signedInApi()
    .result(listAlbums, [])
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .refuse(signIn, 'SECOND_FACTOR_REQUIRED');
  const { user, router } = await renderApp('/login', api);
  await submitSignIn(user);
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  api.refuse(signIn, 'SECOND_FACTOR_INVALID', 'This code isn’t right.');
  await user.type(code, '123456{Enter}');
  expect(await screen.findByText('This code isn’t right.')).toBeVisible();
  api.on(signIn, () => ({ token: 'a-token', result: ANA }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/login'));
  expect(api.requestsTo(signIn).at(-1)?.body).toMatchObject({ email: 'ana@example.com', code: '123456' });
});

it('emails a recovery link to people without app and recovery codes', async () => {
  const api = publicApi()
    .refuse(signIn, 'SECOND_FACTOR_REQUIRED')
    .on(requestFactorRecovery, () => ({ message: 'We’ve sent you an email with a link.' }));
  const { user } = await renderApp('/login', api);
  await submitSignIn(user);
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  expect(screen.getByLabelText('Recovery code')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Recover your account by email' }));
  expect(await screen.findByText(/We’ve sent you an email with a link/)).toBeVisible();
});

it.each([
  ['start', '2026-03-04T08:00:00.000Z', 'Recovery started'],
  ['stop', null, 'Recovery stopped'],
] as const)('opens the emailed link to %s a recovery', async (action, endsAt, title) => {
  const endpoint = action === 'start' ? startFactorRecovery : stopFactorRecovery;
  const api = publicApi().result(endpoint, { email: 'ana@example.com', endsAt });
  const link = `/recover-account?action=${action}&key=${'k'.repeat(43)}&lock=${'l'.repeat(43)}`;
  await renderApp(link, api);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(api.requestsTo(endpoint).map(({ body }) => body)).toEqual([{ key: 'k'.repeat(43), lock: 'l'.repeat(43) }]);
});

it('explains an expired recovery link', async () => {
  const api = publicApi().refuse(startFactorRecovery, 'LINK_EXPIRED');
  await renderApp(`/recover-account?action=start&key=${'k'.repeat(43)}&lock=${'l'.repeat(43)}`, api);
  expect(await screen.findByRole('heading', { name: 'Link expired' })).toBeVisible();
});
