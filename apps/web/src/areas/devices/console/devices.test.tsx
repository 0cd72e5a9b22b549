/** The console's list of devices for each role, and when it cannot be loaded. Which devices each role receives is tested in the server's console-lists.test.ts. */
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import type { ConsoleDevice } from '@vitrine/contract/console-devices';
import type { DeviceDetails } from '@vitrine/contract/device-details';
import { searchDeviceData } from '@vitrine/contract/devices.endpoints';
import { readDeviceDetails } from '@vitrine/contract/screen-registry.endpoints';
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

const CELLAR_DETAILS: DeviceDetails = {
  ...CELLAR,
  operatingSystem: null,
  modelName: null,
  lastDeployed: null,
  playlists: 0,
  lastAddedPlaylist: null,
  recent: [],
  environment: 'live',
  serialNumber: null,
  action: null,
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

it('shows details next to the list on wide windows, and keeps the name, the ID and the connection in the list', async () => {
  const matchMedia = vi.spyOn(window, 'matchMedia');
  onTestFinished(() => matchMedia.mockRestore());
  matchMedia.mockImplementation((media) => Object.assign(new EventTarget(), { matches: media.includes('min-width'), media }) as never);
  const staff = { ...ANA, role: 'admin' } as const;
  signIn(staff);
  const api = signedInApi(staff).result(searchDeviceData, [CELLAR]).result(readDeviceDetails, CELLAR_DETAILS);
  const { user } = await renderApp('/admin/devices', api);
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  await user.click(await screen.findByRole('button', { name: 'Quill cellar, A12345' }));
  const details = await screen.findByRole('complementary');
  const recent = await within(details).findByRole('heading', { name: 'Recent playlists' });
  expect(recent.parentElement).toHaveTextContent(/Not available$/);
  expect(details).not.toContainElement(screen.getByRole('table', { name: 'Devices' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heads()).toEqual(['Device name', 'Device ID', 'Connection', 'Action']);
  await user.click(within(details).getByRole('button', { name: 'Close details' }));
  await waitFor(() => expect(heads()).toContain('Ownership'));
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
