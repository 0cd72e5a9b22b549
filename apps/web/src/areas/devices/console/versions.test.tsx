/**
 * List and form of versions, and the page for support. The server's `version-catalogue.test.ts` has the rules of the base version and of concurrent edits, and
 * `e2e/console-versions.spec.ts` uploads files.
 */
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { changeVersion, createVersion, deleteVersion, listRollouts, listVersions } from '@vitrine/contract/versions.endpoints';
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

const FIRST: DeviceVersion = {
  ...SECOND,
  _id: '00000000-0000-7000-8000-0000000000e2',
  name: 'First light',
  version: 'First light',
  versionCode: '1.0',
  type: 0,
  hasFiles: false,
  shell: null,
};

const createApi = (user: User) => signedInApi(user).result(listVersions, [SECOND]).result(listRollouts, []);

async function openForm() {
  signIn(ADMIN);
  const { user } = await renderApp('/admin/deviceVersion', createApi(ADMIN));
  return { user, form: within(await screen.findByRole('form', { name: 'Add version' })) };
}

/** Opens the page with these versions, which requests change like the server does. */
async function openList(versions: DeviceVersion[]) {
  signIn(ADMIN);
  const api = createApi(ADMIN)
    .on(listVersions, () => ({ result: versions.map((version) => ({ ...version })) }))
    .on(changeVersion, ({ params, body }) => {
      const version = versions.find(({ _id }) => _id === params['id']) ?? expect.fail();
      const { type } = body as Partial<DeviceVersion>;
      if (type === 1) for (const one of versions) one.type = 0;
      return { result: Object.assign(version, body), message: 'Version updated.' };
    })
    .on(deleteVersion, ({ params }) => {
      versions.splice(0, versions.length, ...versions.filter(({ _id }) => _id !== params['id']));
      return { message: 'Version deleted.' };
    });
  const { user } = await renderApp('/admin/deviceVersion', api);
  await screen.findByRole('heading', { name: 'Device Version', level: 1 });
  const chooseAction = async ({ name, versionCode }: DeviceVersion, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}, ${versionCode}` }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { user, api, chooseAction };
}

const row = ({ name }: DeviceVersion) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }));
const findForm = async (name: string) => within(await screen.findByRole('form', { name }));

it('adds a version with the keyboard only and empties the form', async () => {
  const versions: DeviceVersion[] = [];
  const { user, api } = await openList(versions);
  api.on(createVersion, ({ body }) => {
    versions.push({ ...FIRST, ...(body as Partial<DeviceVersion>), type: 1 });
    return { result: versions[0] ?? expect.fail(), message: 'Version added.' };
  });
  expect(await screen.findByText('No data available')).toBeVisible();
  const form = await findForm('Add version');
  await user.click(form.getByLabelText('Name'));
  await user.keyboard('First light{Tab}1.0{Tab}https://example.com/screen{Enter}');
  expect(await screen.findByText('Version added.')).toBeVisible();
  await waitFor(() => expect(row(FIRST).getByText('Base')).toBeVisible());
  await waitFor(() => expect(form.getByLabelText('Name')).toHaveValue(''));
  const typed = { name: 'First light', versionCode: '1.0', url: 'https://example.com/screen' };
  expect(api.requestsTo(createVersion).map(({ body }) => body)).toMatchObject([typed]);
});

it('shows that the number exists and keeps what was typed', async () => {
  const { user, api } = await openList([FIRST]);
  api.refuse(createVersion, 'VERSION_REFUSED', 'A version with this number already exists.');
  const form = await findForm('Add version');
  await user.click(form.getByLabelText('Name'));
  await user.keyboard('Second sight{Tab}1.0{Tab}http://example.com/2');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('A version with this number already exists.')).toBeVisible();
  expect(form.getByLabelText('Version number')).toHaveValue('1.0');
});

it('makes another version the base, and hides one from owners', async () => {
  const versions = [
    { ...SECOND, type: 0 as const },
    { ...FIRST, type: 1 as const },
  ];
  const { user, chooseAction } = await openList(versions);
  await chooseAction(SECOND, 'Make base version');
  await waitFor(() => expect(row(SECOND).getByText('Base')).toBeVisible());
  expect(screen.getAllByText('Base', { exact: true })).toHaveLength(1);
  expect(row(FIRST).getByRole('switch')).toBeChecked();
  await user.click(row(FIRST).getByRole('switch'));
  await waitFor(() => expect(row(FIRST).getByRole('switch')).not.toBeChecked());
  expect(versions.map(({ isVisible }) => isVisible)).toEqual([true, false]);
});

it('saves an open form after the visibility was changed, and shows that another administrator changed the version', async () => {
  const { user, api, chooseAction } = await openList([{ ...SECOND }, { ...FIRST, isVisible: false }]);
  await chooseAction(FIRST, 'Edit');
  await user.type((await findForm('Edit version')).getByLabelText('Release notes'), 'The first one.');
  await user.click(row(FIRST).getByRole('switch'));
  await waitFor(() => expect(row(FIRST).getByRole('switch')).toBeChecked());
  await user.click((await findForm('Edit version')).getByRole('button', { name: 'Update' }));
  await findForm('Add version');
  const sent = { releaseNote: 'The first one.', updatedAt: FIRST.updatedAt };
  expect(api.requestsTo(changeVersion).at(-1)?.body).toMatchObject(sent);
  await chooseAction(FIRST, 'Edit');
  const form = await findForm('Edit version');
  expect(form.getByLabelText('Release notes')).toHaveValue('The first one.');
  api.refuse(changeVersion, 'VERSION_CHANGED');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await form.findByText('Someone else changed this. Reload to see the latest version.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await findForm('Add version');
});

it('deletes a version after confirmation', async () => {
  const { user, chooseAction } = await openList([{ ...SECOND, type: 1 }, FIRST]);
  await chooseAction(FIRST, 'Delete');
  const confirmation = await screen.findByRole('alertdialog', { name: 'Delete “First light”?' });
  expect(confirmation).toHaveTextContent('Version 1.0 and its files');
  await user.click(within(confirmation).getByRole('button', { name: 'Delete version' }));
  expect(await screen.findByText('Version deleted.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /^First light/ })).toBeNull());
});

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
