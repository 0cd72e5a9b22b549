/** Pages of the profile. Refusals are tested on the server; `e2e/account.spec.ts` changes a real account. */
import { x25519 } from '@noble/curves/ed25519.js';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { readSealingKey, readUser } from '@vitrine/contract/accounts.endpoints';
import type { Address, FtpAccount } from '@vitrine/contract/profile';
import {
  changePassword,
  createAddress,
  createFtpAccount,
  deleteAddress,
  deleteFtpAccount,
  editAddress,
  editUser,
  listAddresses,
  readFtpAccount,
  renewFtpPassword,
} from '@vitrine/contract/profile.endpoints';
import { readSubscription } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it, vi } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { PrivacyText } from '../../accounts/parts/privacy-text.tsx';
import { EXPORT_CONTENTS } from '../../accounts/personal-data.ts';

const dialog = () => screen.findByRole('dialog');
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));

it('formats the phone number and refuses a birthday in the future', async () => {
  signIn();
  const { user } = await renderApp('/main/profile?dialog=edit', signedInApi());
  const phone = await screen.findByRole('textbox', { name: 'Phone' });
  await user.type(phone, '2125550199');
  expect(phone).toHaveValue('(212)-555-0199');
  const birthday = screen.getByLabelText('Birthday');
  await user.type(birthday, '1988-04-09');
  expect(birthday).toHaveValue('1988-04-09');
  await user.clear(birthday);
  await user.type(birthday, '2999-01-01');
  expect(await screen.findByText('You cannot select future date')).toBeVisible();
  expect(birthday).not.toHaveValue('2999-01-01');
  await user.tab();
  expect(birthday).toHaveAccessibleDescription('You cannot select future date');
  await user.click(birthday);
  expect(screen.queryByText('You cannot select future date')).toBeNull();
});

it('shows the FTP password again, renews it and withdraws the account, each with the password of the account', async () => {
  signIn();
  let account: FtpAccount | null = { email: ANA.email, ftpPassword: null, ftpHost: 'vitrine.test', ftpPort: 21 };
  const api = signedInApi()
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .on(readFtpAccount, () => ({ result: account }))
    .refuse(createFtpAccount, 'INCORRECT_PASSWORD', 'Incorrect password. Try again.');
  const { user } = await renderApp('/main/profile/ftpAccount', api);
  const give = async (password: string, action: string) => {
    const form = within(await dialog());
    await user.clear(form.getByLabelText('Password'));
    await user.type(form.getByLabelText('Password'), password);
    await user.click(form.getByRole('button', { name: action }));
  };
  await user.click(await screen.findByRole('button', { name: 'Show password' }));
  await give('not the password', 'Show FTP password');
  expect(await within(await dialog()).findByRole('alert')).toHaveTextContent('Incorrect password. Try again.');
  const shown = { ...account, ftpPassword: 'first-secret' };
  api.result(createFtpAccount, shown);
  await give('correct horse', 'Show FTP password');
  await isClosed();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(await screen.findByText('first-secret')).toBeVisible();
  api.result(renewFtpPassword, { ...account, ftpPassword: 'second-secret' });
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  await give('correct horse', 'Reset password');
  await isClosed();
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy password' }));
  expect(copied).toHaveBeenCalledWith('second-secret');
  api.on(deleteFtpAccount, () => {
    account = null;
    return {};
  });
  await user.click(screen.getByRole('button', { name: 'Delete FTP account' }));
  await give('correct horse', 'Delete FTP account');
  expect(await screen.findByText('No FTP account yet')).toBeVisible();
  api.on(createFtpAccount, () => {
    account = { ...shown, ftpPassword: 'third-secret' };
    return { result: account };
  });
  await user.click(screen.getByRole('button', { name: 'Generate FTP account' }));
  expect(await screen.findByText('Host')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Show password' }));
  expect(await screen.findByText('third-secret')).toBeVisible();
});

it('names the running plan before an account is deleted, and what an export contains', async () => {
  signIn();
  const allowed = { used: 0, allowed: null };
  const plan = {
    planName: 'Single User',
    status: 'active',
    isTrial: false,
    endDate: '2040-01-15T12:00:00.000Z',
    users: 1,
    subscriptionId: null,
  } as const;
  const api = signedInApi().result(readSubscription, {
    ...plan,
    devices: allowed,
    extraScreens: { quantity: 0, canBuy: false },
    playlists: allowed,
    albums: allowed,
    sharingGroups: allowed,
  });
  const { user } = await renderApp('/main/profile', api);
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  expect(await dialog()).toHaveTextContent('Your Single User Plan, which runs until 01/15/2040, ends immediately.');
  await user.keyboard('{Escape}');
  await isClosed();
  await user.click(screen.getByRole('button', { name: /^Export/ }));
  expect(await dialog()).toHaveTextContent(EXPORT_CONTENTS);
  render(<PrivacyText />);
  expect(screen.getByText(new RegExp(EXPORT_CONTENTS.slice(0, 40)), { selector: 'section p' })).toHaveTextContent(EXPORT_CONTENTS);
});

it('saves the profile with a photo, closes the form and copies the email address', async () => {
  const me = { ...ANA };
  signIn(me);
  const api = signedInApi(me)
    .on(readUser, () => ({ result: { ...me } }))
    .on(editUser, ({ body }) => ({ result: Object.assign(me, body), message: 'Successfully Updated.' }));
  const { user } = await renderApp('/main/profile', api);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '2125550199');
  await user.type(screen.getByLabelText('Birthday'), '1988-04-09');
  await user.selectOptions(screen.getByLabelText('Gender'), 'Female');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Successfully Updated.')).toBeVisible();
  expect(await screen.findByText('04/09/1988')).toBeVisible();
  expect(screen.getByText('(212)-555-0199')).toBeVisible();
  expect(api.requestsTo(editUser)[0]?.body).toMatchObject({ dateOfBirth: '1988-04-09', gender: 'female' });
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy email' }));
  expect(copied).toHaveBeenCalledWith(ANA.email);
});

it('adds, changes and deletes addresses', async () => {
  signIn();
  const addresses: Address[] = [];
  const api = signedInApi()
    .on(listAddresses, () => ({ result: addresses.map((address) => ({ ...address })) }))
    .on(createAddress, ({ body }) => {
      addresses.push({ ...(body as Address), _id: ANA._id });
      return { result: addresses[0] };
    })
    .on(editAddress, ({ body }) => ({ result: Object.assign(addresses[0] ?? {}, body) as Address }))
    .on(deleteAddress, () => {
      addresses.length = 0;
      return {};
    });
  const { user } = await renderApp('/main/profile', api);
  await user.click(await screen.findByRole('button', { name: 'Add address' }));
  const form = within(await dialog());
  for (const [name, text] of Object.entries({ Street: '1 Main Street', City: 'Austin', State: 'TX', 'Zip code': '73301' }))
    await user.type(form.getByRole('textbox', { name }), text);
  expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.selectOptions(form.getByLabelText('Country'), 'USA');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await isClosed();
  await user.click(await screen.findByRole('button', { name: 'Edit 1 Main Street' }));
  const edited = within(await dialog());
  await user.clear(edited.getByRole('textbox', { name: 'City' }));
  await user.type(edited.getByRole('textbox', { name: 'City' }), 'Dallas');
  await user.click(edited.getByRole('button', { name: 'Save' }));
  await isClosed();
  expect(await screen.findByText('Dallas, TX 73301')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete 1 Main Street' }));
  await user.click(await screen.findByRole('button', { name: 'Delete address' }));
  expect(await screen.findByText(/^No addresses yet/)).toBeVisible();
});

it('empties the form after the password was changed', async () => {
  signIn();
  const api = signedInApi()
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .on(changePassword, () => ({ message: 'Password changed.' }));
  const { user } = await renderApp('/main/profile/changePassword', api);
  const old = await screen.findByLabelText('Old password');
  await user.type(old, 'second-password');
  for (const name of ['New password', 'Confirm password']) await user.type(screen.getByLabelText(name), 'third-password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Password changed.')).toBeVisible();
  expect(old).toHaveValue('');
  expect(api.requestsTo(changePassword)).toHaveLength(1);
});

it('offers an administrator only the pages of the profile that apply', async () => {
  const admin = { ...ANA, role: 'admin' } as const;
  signIn(admin);
  await renderApp('/main/profile', signedInApi(admin));
  const links = within(await screen.findByRole('navigation', { name: 'Profile' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Profile', 'Change Password', 'Security']);
  expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
});

it('shows the initials in place of a profile picture that could not be loaded', async () => {
  const me = { ...ANA, profilePicture: { key: ANA._id, name: 'me.png', mimetype: 'image/png', location: '' } };
  signIn(me);
  await renderApp('/main/notification', signedInApi(me));
  const profile = await screen.findByRole('button', { name: /^Profile of/ });
  const picture = await waitFor(() => {
    const found = profile.querySelector('img');
    if (!found) throw new Error('There is no picture.');
    return found;
  });
  fireEvent.error(picture);
  await waitFor(() => expect(profile).toHaveTextContent(/^AB$/));
  expect(profile.querySelector('img')).toBeNull();
});
