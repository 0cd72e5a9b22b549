import { screen, within } from '@testing-library/react';
import { listApiTokens } from '@vitrine/contract/api-tokens.endpoints';
import { readCompanyIdentity, unlinkCompanyIdentity } from '@vitrine/contract/company-sign-in.endpoints';
import { listPasskeys } from '@vitrine/contract/passkeys.endpoints';
import { listWebhooks } from '@vitrine/contract/webhooks.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const IDENTITY = { email: 'ana@company.example', linkedAt: '2026-03-04T08:00:00.000Z', lastUsedAt: '2026-03-05T08:00:00.000Z' };
const LINKED = { name: 'Example Ltd', identity: IDENTITY, hasPassword: true };
const api = () =>
  signedInApi()
    .result(listPasskeys, { passkeys: [], availableAt: null })
    .result(listApiTokens, [])
    .result(listWebhooks, [])
    .result(readCompanyIdentity, LINKED);

async function renderSecurityPage(server = api()) {
  signIn();
  return renderApp('/main/profile/security', server);
}

it('lists the linked company account and unlinks it', async () => {
  const server = api().on(unlinkCompanyIdentity, () => {
    server.result(readCompanyIdentity, { ...LINKED, identity: null });
    return { message: 'Company account unlinked.' };
  });
  const { user } = await renderSecurityPage(server);
  expect(await screen.findByText('ana@company.example')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Unlink' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unlink' }));
  expect(await screen.findByText(/^Not linked\./)).toBeVisible();
});

it('explains that an account without a password cannot be unlinked', async () => {
  await renderSecurityPage(api().result(readCompanyIdentity, { ...LINKED, hasPassword: false }));
  expect(await screen.findByText(/Your account has no password yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull();
});

it('is hidden where people sign in without a company', async () => {
  await renderSecurityPage(api().result(readCompanyIdentity, { name: null, identity: null, hasPassword: true }));
  expect(await screen.findByRole('heading', { name: 'Passkeys' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Company account' })).toBeNull();
});
