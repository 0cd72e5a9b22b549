/** Sign-in with the company's provider: the button, and the page to which the provider sends people back. The server's tests have the rules. */
import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor } from '@testing-library/react';
import { readSealingKey } from '@vitrine/contract/accounts.endpoints';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import type { CompanySignInStep } from '@vitrine/contract/company-sign-in';
import {
  answerCompanySignIn,
  proveCompanySignIn,
  readCompanySignIn,
  startCompanySignIn,
} from '@vitrine/contract/company-sign-in.endpoints';
import type { ErrorCode } from '@vitrine/contract/errors';
import { beforeEach, expect, it } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { getSession } from '../../../lib/session.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi } from '../../../testing/signed-in.ts';

const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));
const ANSWER = '/sign-in/company?code=c1&state=s1&iss=https%3A%2F%2Fid.example.com&session_state=x';
const signedIn = { step: 'signedIn', email: ANA.email, user: ANA, notice: null } as const satisfies CompanySignInStep;
const missing = (step: 'password' | 'code'): CompanySignInStep => ({ step, email: ANA.email, user: null, notice: null });
const api = () =>
  signedInApi()
    .result(listAlbums, [])
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .result(readCompanySignIn, { name: 'Example Ltd', availableAt: window.location.origin });
const enter = () => ({ token: 'token', result: signedIn });

beforeEach(() => sessionStorage.clear());

it('leads to the page of the company, and shows that it cannot be reached', async () => {
  const server = api().refuse(startCompanySignIn, 'COMPANY_UNREACHABLE');
  const { user } = await renderApp('/login?next=%2Fmain%2Fdevices', server);
  await user.click(await screen.findByRole('button', { name: 'Sign in with Example Ltd' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your company’s sign-in can’t be reached right now.');
  expect(screen.getByLabelText('Email')).toBeVisible();
  server.result(startCompanySignIn, { url: '#page-of-the-company' });
  await user.click(screen.getByRole('button', { name: 'Sign in with Example Ltd' }));
  await waitFor(() => expect(window.location.hash).toBe('#page-of-the-company'));
  expect(sessionStorage.getItem('vitrine.company.next')).toBe('/main/devices');
});

it('shows no button where no company is configured', async () => {
  await renderApp('/login', signedInApi());
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.queryByText(/^Sign in with/)).toBeNull();
});

it('leads to the address of the installation from another one', async () => {
  await renderApp('/login', api().result(readCompanySignIn, { name: 'Example Ltd', availableAt: 'https://wall.example.com' }));
  expect(await screen.findByRole('link', { name: 'Sign in with Example Ltd' })).toHaveAttribute('href', 'https://wall.example.com/login');
});

it('sends the answer once, hides it from the address and opens the wanted page', async () => {
  sessionStorage.setItem('vitrine.company.next', '/main/profile');
  const server = api().on(answerCompanySignIn, enter);
  const { router } = await renderApp(ANSWER, server);
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/profile'));
  expect(server.requestsTo(answerCompanySignIn).map(({ body }) => body)).toEqual([
    { answer: 'code=c1&state=s1&iss=https%3A%2F%2Fid.example.com' },
  ]);
  expect(window.location.search).not.toContain('code');
  expect(getSession()?.token).toBe('token');
});

it('opens only pages of the product', async () => {
  sessionStorage.setItem('vitrine.company.next', 'https://evil.example.com');
  const { router } = await renderApp(ANSWER, api().on(answerCompanySignIn, enter));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main'));
});

it('links an account by its password, and then requests a code', async () => {
  const server = api().result(answerCompanySignIn, missing('password')).refuse(proveCompanySignIn, 'INCORRECT_PASSWORD');
  const { user, router } = await renderApp(ANSWER, server);
  expect(await screen.findByRole('heading', { name: 'Link your account' })).toBeVisible();
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect Email or Password');
  server.result(proveCompanySignIn, missing('code'));
  await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
  const code = await screen.findByLabelText('Code');
  server.on(proveCompanySignIn, enter);
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/main'));
  expect(server.requestsTo(proveCompanySignIn).at(-1)?.body).toEqual({
    password: expect.stringMatching(/^sealed:/) as string,
    code: '123456',
  });
});

it('requests a code of a linked account without its password', async () => {
  const server = api().result(answerCompanySignIn, missing('code')).refuse(proveCompanySignIn, 'SECOND_FACTOR_INVALID');
  const { user, router } = await renderApp(ANSWER, server);
  await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code isn’t right.');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  server.on(proveCompanySignIn, enter);
  await user.type(screen.getByLabelText('Recovery code'), 'ABCD-EFGH-IJKL-MNOP{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/main'));
  expect(server.requestsTo(proveCompanySignIn).at(-1)?.body).toEqual({ code: 'ABCD-EFGH-IJKL-MNOP' });
});

it('shows why the person is not in the family of the company', async () => {
  const notice = 'You couldn’t be added to your company’s family, because it has no place left. Ask the owner of the family.';
  const server = api().on(answerCompanySignIn, () => ({ token: 'token', result: { ...signedIn, notice } }));
  const { user, router } = await renderApp(ANSWER, server);
  expect(await screen.findByText(notice)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main'));
});

it('asks a new person for the privacy agreement', async () => {
  const server = api().on(answerCompanySignIn, () => ({ token: 'token', result: { ...signedIn, user: { ...ANA, privacy: false } } }));
  await renderApp(ANSWER, server);
  expect(await screen.findByRole('dialog')).toBeVisible();
});

const FAILURES: [ErrorCode, RegExp][] = [
  ['COMPANY_SIGN_IN_DENIED', /was cancelled/],
  ['COMPANY_SIGN_IN_EXPIRED', /was used already/],
  ['COMPANY_SIGN_IN_INVALID', /couldn’t be verified/],
  ['COMPANY_EMAIL_UNVERIFIED', /no verified email address/],
  ['COMPANY_UNREACHABLE', /can’t be reached/],
  ['USER_DISABLED', /Account Deactivated/],
];

it.each(FAILURES)('shows the message of %s, and offers to start again', async (code, message) => {
  await renderApp(ANSWER, api().refuse(answerCompanySignIn, code));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(await screen.findByRole('button', { name: 'Sign in with Example Ltd' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/login');
});

it('shows that the sign-in must start again when the page is opened without an answer', async () => {
  await renderApp('/sign-in/company', api());
  expect(await screen.findByRole('alert')).toHaveTextContent(/Start again/);
});
