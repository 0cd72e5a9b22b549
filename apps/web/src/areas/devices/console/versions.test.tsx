/** Messages of the form of a version, and the page for support. `e2e/console-versions.spec.ts` covers what the server refuses. */
import { screen, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { listRollouts, listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const SECOND: DeviceVersion = {
  _id: '00000000-0000-7000-8000-0000000000e1',
  name: 'Second sight',
  version: 'Second sight',
  versionCode: '1.1',
  url: 'https://example.com/screen',
  platform: 'PP',
  releaseNote: '',
  isVisible: true,
  type: 1,
  hasFiles: true,
  shell: 'a'.repeat(16),
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
};

const createApi = (user: User) => signedInApi(user).result(listVersions, [SECOND]).result(listRollouts, []);

async function openForm() {
  signIn(ADMIN);
  const { user } = await renderApp('/admin/deviceVersion', createApi(ADMIN));
  return { user, form: within(await screen.findByRole('form', { name: 'Add version' })) };
}

it.each([
  ['Name', 'x', 'Too Short!'],
  ['Name', 'x'.repeat(31), 'Too Long!'],
  ['Name', '', 'Name is required'],
  ['Version number', '', 'Version number is required'],
  ['URL', '', 'URL is required'],
  ['URL', 'ftp://example.com/screen', 'The URL has to begin with http:// or https://.'],
  ['URL', 'javascript:alert(1)', 'The URL has to begin with http:// or https://.'],
])('explains next to %s why “%s” is not valid', async (label, typed, message) => {
  const { user, form } = await openForm();
  const field = form.getByLabelText(label);
  await user.click(field);
  if (typed !== '') await user.type(field, typed);
  await user.tab();
  expect(await form.findByText(message)).toBeVisible();
});

it('names each empty field when an empty form is saved', async () => {
  const { user, form } = await openForm();
  await user.click(form.getByRole('button', { name: 'Save' }));
  for (const message of ['Name should not be empty.', 'Version code should not be empty.', 'url should not be empty.'])
    expect(await form.findByText(message)).toBeVisible();
});

it('shows support the versions and updates without a form or actions', async () => {
  const support: User = { ...ANA, role: 'support' };
  signIn(support);
  const { user } = await renderApp('/admin/deviceVersion', createApi(support));
  await user.click(await screen.findByRole('button', { name: 'Second sight, 1.1' }));
  expect(await screen.findByRole('region', { name: 'Second sight' })).toHaveTextContent('On this server');
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
  await user.click(screen.getByText('Staged updates'));
  expect(await screen.findByText('No updates in progress')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start update' })).toBeNull();
});
