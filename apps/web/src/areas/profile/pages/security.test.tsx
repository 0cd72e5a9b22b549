/** Two-step sign-in in the profile. The server's tests have its rules; `e2e/two-step.spec.ts` signs in with a real code. */
import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor, within } from '@testing-library/react';
import { readSealingKey } from '@vitrine/contract/accounts.endpoints';
import { createApiToken, listApiTokens, revokeApiToken } from '@vitrine/contract/api-tokens.endpoints';
import { deletePasskey, listPasskeys, renamePasskey } from '@vitrine/contract/passkeys.endpoints';
import type { SecondFactor } from '@vitrine/contract/second-factor';
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  stepUp,
} from '@vitrine/contract/second-factor.endpoints';
import { listWebhooks } from '@vitrine/contract/webhooks.endpoints';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));
const PASSKEY_ID = '0198c0de-7a3b-7c41-9d52-3f6e8a1b2c4d';
const OFF: SecondFactor = { isOn: false, since: null, recoveryCodesLeft: 0, requiredBy: null };
const ON: SecondFactor = { isOn: true, since: '2026-03-04T08:00:00.000Z', recoveryCodesLeft: 10, requiredBy: null };
const CODES = ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567'];
const SETUP = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Vitrine:ana@example.com?secret=JBSWY3DPEHPK3PXP' };

const api = (factor: SecondFactor) =>
  signedInApi()
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .result(readSecondFactor, factor)
    .result(listPasskeys, NO_PASSKEYS)
    .result(listApiTokens, [])
    .result(listWebhooks, []);
const NO_PASSKEYS = { passkeys: [], availableAt: 'https://vitrine.example.com' };
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('sets up an app with the password and a code, and shows the recovery codes once', async () => {
  signIn();
  const server = api(OFF).result(setUpSecondFactor, SETUP).refuse(confirmSecondFactor, 'SECOND_FACTOR_INVALID', 'This code isn’t right.');
  const { user } = await renderApp('/main/profile/security', server);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  const password = await dialog('Set up two-step sign-in');
  await user.type(password.getByLabelText('Password'), 'correct horse{Enter}');
  const scan = await dialog('Scan this QR code');
  expect(scan.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', expect.stringContaining('svg'));
  expect(scan.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  await user.type(scan.getByLabelText('Code'), '12345{Enter}');
  expect(await scan.findByRole('alert')).toHaveTextContent('Enter the 6 digits from your app');
  await user.type(scan.getByLabelText('Code'), '6{Enter}');
  expect(await scan.findByText('This code isn’t right.')).toBeVisible();
  server.result(confirmSecondFactor, { recoveryCodes: CODES }).result(readSecondFactor, ON);
  await user.click(scan.getByRole('button', { name: 'Turn on' }));
  const codes = await dialog('Save your recovery codes');
  for (const code of CODES) expect(codes.getByText(code)).toBeVisible();
  await user.click(codes.getByRole('button', { name: 'I’ve saved them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('10 recovery codes left. Each one replaces a code from the app once.')).toBeVisible();
});

it('requests a code before a sensitive operation, and repeats the operation', async () => {
  signIn();
  const server = api({ ...ON, recoveryCodesLeft: 0 })
    .refuse(renewRecoveryCodes, 'STEP_UP_REQUIRED')
    .on(stepUp, () => {
      server.result(renewRecoveryCodes, { recoveryCodes: CODES });
      return {};
    });
  const { user } = await renderApp('/main/profile/security', server);
  expect(await screen.findByText(/^No recovery codes are left/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }));
  await user.type((await dialog('New recovery codes')).getByLabelText('Password'), 'correct horse{Enter}');
  await user.type((await dialog('Confirm that it’s you')).getByLabelText('Code'), '123456{Enter}');
  expect((await dialog('Save your recovery codes')).getByText(CODES[0] ?? '')).toBeVisible();
  expect(server.requestsTo(renewRecoveryCodes)).toHaveLength(2);
});

it('reports the operation as not done when no code is given', async () => {
  signIn();
  const server = api(ON).refuse(removeSecondFactor, 'STEP_UP_REQUIRED', 'Confirm with a code first.');
  const { user } = await renderApp('/main/profile/security', server);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  const turnOff = await dialog('Turn off two-step sign-in');
  await user.type(turnOff.getByLabelText('Password'), 'correct horse{Enter}');
  await user.click((await dialog('Confirm that it’s you')).getByRole('button', { name: 'Cancel' }));
  expect(await turnOff.findByText('Confirm with a code first.')).toBeVisible();
  expect(server.requestsTo(removeSecondFactor)).toHaveLength(1);
});

it('lists passkeys, and explains where they can be added', async () => {
  signIn();
  const passkey = { _id: PASSKEY_ID, name: 'Phone', createdAt: '2026-03-04T08:00:00.000Z', lastUsedAt: null, isSynced: true };
  const server = api(OFF)
    .result(listPasskeys, { ...NO_PASSKEYS, passkeys: [passkey] })
    .on(renamePasskey, ({ body }) => ({ result: Object.assign(passkey, body) }))
    .on(deletePasskey, () => {
      server.result(listPasskeys, NO_PASSKEYS);
      return { message: 'Passkey removed.' };
    });
  const { user } = await renderApp('/main/profile/security', server);
  expect(await screen.findByText('Synced')).toBeVisible();
  expect(screen.getByText(/This browser doesn’t support passkeys|Open https:\/\/vitrine\.example\.com to use them/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rename Phone' }));
  const rename = await dialog('Rename passkey');
  await user.clear(rename.getByLabelText('Name'));
  await user.type(rename.getByLabelText('Name'), 'Old phone{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove Old phone' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Old phone')).toBeNull());
});

it('creates a token with the chosen access, shows it once and revokes it', async () => {
  signIn();
  const token = {
    _id: PASSKEY_ID,
    name: 'Lobby',
    scopes: ['albums:read', 'albums:write'],
    createdAt: '2026-03-04T08:00:00.000Z',
    expiresAt: '2099-03-04T08:00:00.000Z',
    lastUsedAt: null,
  };
  const server = api(OFF).on(createApiToken, () => {
    server.result(listApiTokens, [token]);
    return { result: { ...token, token: 'vitrine_secret' } };
  });
  const { user } = await renderApp('/main/profile/security', server);
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const form = await dialog('Create an API token');
  await user.type(form.getByLabelText('Name'), 'Lobby');
  await user.type(form.getByLabelText('Password'), 'correct horse');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByText('Choose access to at least one area.')).toBeVisible();
  await user.selectOptions(form.getByLabelText('Albums'), 'Read and change');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  const copy = await dialog('Copy your token');
  expect(copy.getByText('vitrine_secret')).toBeVisible();
  expect(server.requestsTo(createApiToken).at(-1)?.body).toMatchObject({ days: 30, scopes: ['albums:read', 'albums:write'] });
  await user.click(copy.getByRole('button', { name: 'I’ve copied it' }));
  expect(await screen.findByText('Albums (change)')).toBeVisible();
  server.on(revokeApiToken, () => {
    server.result(listApiTokens, []);
    return { message: 'Token revoked.' };
  });
  await user.click(screen.getByRole('button', { name: 'Revoke Lobby' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByText('Albums (change)')).toBeNull());
});
