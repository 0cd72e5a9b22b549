import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor } from '@testing-library/react';
import { readSealingKey, requestAccountEmail, signUp } from '@vitrine/contract/accounts.endpoints';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA } from '../../../testing/signed-in.ts';

const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));
const publicApi = () =>
  new FakeApi()
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .on(requestAccountEmail, () => ({ message: 'If there’s an account with this address, we’ve sent you an email.' }));

it('sends the mail of a sign-up again, without a link to an unknown mail provider', async () => {
  const api = publicApi().result(signUp, ANA);
  const { user } = await renderApp('/signup', api);
  await user.type(await screen.findByLabelText('Name'), 'Mara Lind');
  await user.type(screen.getByLabelText('Email'), 'mara@account.example');
  await user.type(screen.getByLabelText('Password'), 'first-password');
  await user.type(screen.getByLabelText('Confirm password'), 'first-password{Enter}');
  const again = await screen.findByRole('button', { name: 'Resend email' });
  expect(screen.queryByRole('link', { name: /^Open / })).toBeNull();
  await user.click(again);
  await waitFor(() => expect(api.requestsTo(requestAccountEmail)).toHaveLength(1));
});

it('links to the provider of a Gmail address, and sends the mail of a forgotten password again', async () => {
  const api = publicApi();
  const { user } = await renderApp('/forgot-password', api);
  await user.type(await screen.findByLabelText('Email'), 'mara@gmail.com{Enter}');
  const link = await screen.findByRole('link', { name: 'Open Gmail' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/^https:\/\/mail\.google\.com\//));
  await user.click(screen.getByRole('button', { name: 'Resend email' }));
  await waitFor(() => expect(api.requestsTo(requestAccountEmail)).toHaveLength(2));
});
