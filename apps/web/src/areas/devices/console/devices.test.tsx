/** The console's list of devices for each role, and when it cannot be loaded. Which devices each role receives is tested in the server's console-lists.test.ts. */
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import type { ConsoleDevice, RegistryEntry } from '@vitrine/contract/console-devices';
import type { DeviceDetails } from '@vitrine/contract/device-details';
import { commandDevice, deleteDevice, searchDeviceData } from '@vitrine/contract/devices.endpoints';
import { listScreenRegistry, readDeviceDetails, searchScreenRegistry, setEnvironment } from '@vitrine/contract/screen-registry.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const CELLAR: ConsoleDevice = {
  _id: '00000000-0000-7000-8000-0000000000d1',
  name: 'Quill cellar',
  deviceId: 'A12345',
  createdAt: '2026-11-01T10:00:00.000Z',
  status: 1,
  createdUser: [{ _id: '00000000-0000-7000-8000-0000000000d2', name: 'Odile Quill', email: 'odile@example.com' }],
  platform: 'PP',
  versionCode: null,
  timeZone: 'UTC',
  showInfo: 0,
};

function openDevices(role: Partial<User>, devices: ConsoleDevice[] = [CELLAR]) {
  const staff = { ...ANA, ...role };
  signIn(staff);
  return renderApp('/admin/devices', signedInApi(staff).result(searchDeviceData, devices));
}

it('offers actions to an administrator', async () => {
  await openDevices({ role: 'admin' });
  expect(await screen.findByRole('button', { name: /^Actions for/ })).toBeVisible();
});

it.each<[string, Partial<User>]>([
  ['a super-admin', { role: 'admin', isSuperAdmin: true }],
  ['support', { role: 'support' }],
])('shows devices without actions to %s', async (_role, values) => {
  await openDevices(values);
  expect(await screen.findByText('Quill cellar')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

it('shows an empty list to a partner without devices', async () => {
  await openDevices({ role: 'admin', platform: 'WV' }, []);
  expect(await screen.findByText('No Device available')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

it('offers to try again when the list could not be loaded', async () => {
  const admin: User = { ...ANA, role: 'admin' };
  signIn(admin);
  const api = signedInApi(admin).lose(searchDeviceData);
  const { user } = await renderApp('/admin/devices', api);
  expect(await screen.findByText('Couldn’t load this')).toBeVisible();
  api.result(searchDeviceData, [CELLAR]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Devices' })).toBeVisible();
});

/** Details of the device in the cellar, whose screen plays one playlist. */
const details = (values: Partial<DeviceDetails> = {}): DeviceDetails => ({
  ...CELLAR,
  operatingSystem: 'Linux',
  modelName: null,
  lastDeployed: null,
  playlists: 1,
  lastAddedPlaylist: 'Plumage',
  recent: [{ publish_Id: 'p1', name: 'Plumage', thumbnailKey: null, albums: 1, status: 'active', addedAt: CELLAR.createdAt }],
  environment: 'live',
  serialNumber: null,
  action: null,
  ...values,
});

const ATTIC: ConsoleDevice = { ...CELLAR, _id: '00000000-0000-7000-8000-0000000000d3', name: 'Quill attic', deviceId: 'B12345', status: 0 };
const ADMIN_ROLE: Partial<User> = { role: 'admin' };

async function openDevicesWith(devices: ConsoleDevice[]) {
  const admin: User = { ...ANA, ...ADMIN_ROLE };
  signIn(admin);
  const api = signedInApi(admin).result(searchDeviceData, devices);
  return { ...(await renderApp('/admin/devices', api)), api };
}

it('shows details next to the list on wide windows, and keeps the name, the ID and the connection in the list', async () => {
  const matchMedia = vi.spyOn(window, 'matchMedia');
  onTestFinished(() => matchMedia.mockRestore());
  matchMedia.mockImplementation((media) => Object.assign(new EventTarget(), { matches: media.includes('min-width'), media }) as never);
  const staff = { ...ANA, role: 'admin' } as const;
  signIn(staff);
  const api = signedInApi(staff)
    .result(searchDeviceData, [CELLAR])
    .result(readDeviceDetails, details({ playlists: 0, lastAddedPlaylist: null, recent: [] }));
  const { user } = await renderApp('/admin/devices', api);
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await user.click(await screen.findByRole('button', { name: 'Quill cellar, A12345' }));
  const pane = await screen.findByRole('complementary');
  const recent = await within(pane).findByRole('heading', { name: 'Recent playlists' });
  expect(recent.parentElement).toHaveTextContent(/Not available$/);
  expect(pane).not.toContainElement(screen.getByRole('table', { name: 'Devices' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heads()).toEqual(['Device name', 'Device ID', 'Connection', 'Action']);
  await user.click(within(pane).getByRole('button', { name: 'Close details' }));
  await waitFor(() => expect(heads()).toContain('Ownership'));
});

it('opens the details of a device with the keyboard, and closes them with Escape', async () => {
  const { user, router, api } = await openDevicesWith([CELLAR, ATTIC]);
  api.result(readDeviceDetails, details());
  const table = await screen.findByRole('table', { name: 'Devices' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Device name', 'Device ID', 'Created', 'Connection', 'Ownership', 'Action']);
  expect(screen.getByRole('row', { name: /Quill cellar/ })).toHaveTextContent('Online');
  expect(screen.getByRole('row', { name: /Quill attic/ })).toHaveTextContent('Offline');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'odile');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ string: 'odile' }));
  const first = await screen.findByRole('button', { name: 'Quill attic, B12345' });
  first.focus();
  await user.keyboard('{ArrowUp}{Enter}');
  const panel = within(await screen.findByRole('dialog', { name: 'Device' }));
  expect(await panel.findByText('Plumage', { selector: 'dd' })).toBeVisible();
  expect(panel.getByText('Number of playlists').nextElementSibling).toHaveTextContent('1');
  expect(panel.getByText('Operating system').nextElementSibling).toHaveTextContent('Linux');
  expect(panel.getByRole('list', { name: 'Recent playlists' })).toHaveTextContent('Plumage1 album');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('filters and sorts the list, and shows all again', async () => {
  const { user, router, api } = await openDevicesWith([CELLAR, ATTIC]);
  await user.selectOptions(await screen.findByLabelText('Connection'), 'Offline');
  await waitFor(() => expect(api.requestsTo(searchDeviceData).at(-1)?.query).toMatchObject({ filter: '0' }));
  await user.click(await screen.findByRole('button', { name: 'Device name' }));
  await waitFor(() => expect(api.requestsTo(searchDeviceData).at(-1)?.query).toMatchObject({ filter: '0', sort: 'az' }));
  expect(router.state.location.search).toMatchObject({ sort: 'az' });
  api.result(searchDeviceData, []);
  await user.type(screen.getByLabelText('Created from'), '2199-01-01');
  expect(await screen.findByText('No Device available')).toBeVisible();
  api.result(searchDeviceData, [CELLAR]);
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByRole('row', { name: /Quill cellar/ })).toBeVisible();
  expect(api.requestsTo(searchDeviceData).at(-1)?.query).not.toHaveProperty('filter');
});

it('names the owner before a command, and shows its result', async () => {
  const { user, api } = await openDevicesWith([CELLAR]);
  const command = { _id: 'c1', action: 'reboot', createdAt: CELLAR.createdAt, updatedAt: CELLAR.createdAt } as const;
  api.refuse(commandDevice, 'DEVICE_OFFLINE').result(readDeviceDetails, details());
  const act = async (entry: string, confirm: string) => {
    await user.click(await screen.findByRole('button', { name: /^Actions for Quill cellar/ }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
    const confirmation = await screen.findByRole('alertdialog', { name: `${entry} “Quill cellar”?` });
    expect(confirmation).toHaveTextContent('Odile Quill');
    await user.click(within(confirmation).getByRole('button', { name: confirm }));
  };
  await act('Power off', 'Yes, power off');
  expect(await screen.findByText('This screen is offline.')).toBeVisible();
  api
    .result(commandDevice, { ...command, state: 'sent', reason: null })
    .result(readDeviceDetails, details({ action: { ...command, state: 'failed', reason: 'Not supported.' } }));
  await act('Reboot', 'Yes, reboot');
  expect(await screen.findByText('Reboot command sent to the screen.')).toBeVisible();
  const panel = within(await screen.findByRole('dialog', { name: 'Device' }));
  expect((await panel.findByText('Last command')).nextElementSibling).toHaveTextContent('Reboot: failed. Not supported.');
  await user.keyboard('{Escape}');
  api.on(deleteDevice, () => ({})).refuse(readDeviceDetails, 'NOT_FOUND');
  await act('Delete', 'Yes, delete');
  expect(await screen.findByText('Device deleted.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /Quill cellar/ })).toBeNull());
});

it('states that the device of the open details was deleted or reset', async () => {
  const admin: User = { ...ANA, ...ADMIN_ROLE };
  signIn(admin);
  const api = signedInApi(admin).result(searchDeviceData, [CELLAR]).refuse(readDeviceDetails, 'NOT_FOUND');
  await renderApp(`/admin/devices?device=${CELLAR._id}`, api);
  expect(await screen.findByText('The device was deleted, or its screen was reset.')).toBeVisible();
});

const ENTRY: RegistryEntry = {
  _id: '00000000-0000-7000-8000-0000000000d4',
  deviceId: 'C12345',
  lastId: 'A12345',
  createdAt: CELLAR.createdAt,
  serialNumber: null,
  ownerName: null,
  environment: 'live',
  versionCode: null,
  status: 1,
};

it('moves a screen of the registry to another environment, and shows the value of a conflicting change', async () => {
  const admin: User = { ...ANA, ...ADMIN_ROLE };
  signIn(admin);
  const entry = { ...ENTRY };
  const list = () => ({ result: [{ ...entry }] });
  const api = signedInApi(admin)
    .on(searchScreenRegistry, list)
    .on(listScreenRegistry, list)
    .on(setEnvironment, ({ body }) => ({
      result: Object.assign(entry, { environment: (body as { environment: 'dev' }).environment }),
      message: 'Screen moved to dev.',
    }));
  const { user } = await renderApp('/admin/deviceRegister', api);
  const table = await screen.findByRole('table', { name: 'Screens' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Device ID', 'Last ID', 'Created', 'Serial number', 'Ownership', 'Environment']);
  expect(screen.getByRole('row', { name: /C12345/ })).toHaveTextContent('A12345');
  const chip = (environment: string) => screen.findByRole('button', { name: `Environment for C12345: ${environment}` });
  (await chip('live')).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitemradio', { name: 'dev' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Move C12345 from live to dev?' });
  expect(confirmation).toHaveTextContent('staged updates for dev');
  await user.click(within(confirmation).getByRole('button', { name: 'Move screen' }));
  expect(await screen.findByText('Screen moved to dev.')).toBeVisible();
  await user.click(await chip('dev'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'live' }));
  const second = within(await screen.findByRole('alertdialog'));
  // Another administrator changes it first.
  entry.environment = 'test';
  api.refuse(setEnvironment, 'VERSION_CHANGED');
  await user.click(second.getByRole('button', { name: 'Move screen' }));
  expect(await screen.findByText('Someone else changed this. Reload to see the latest version.')).toBeVisible();
  expect(await chip('test')).toBeVisible();
});
