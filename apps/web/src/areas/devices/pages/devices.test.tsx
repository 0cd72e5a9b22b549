/** The list of devices. The server's tests have the filters themselves. */
import { screen, waitFor, within } from '@testing-library/react';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const idOf = (index: number) => `00000000-0000-7000-8000-0000000000f${index}`;
const ONLINE = 1;
const DEVICES = [
  aDevice({ _id: idOf(1), name: 'Hall', status: ONLINE }),
  aDevice({ _id: idOf(2), name: 'Kitchen', status: ONLINE }),
  aDevice({ _id: idOf(3), name: 'Porch', status: 0 }),
];

/** Answers like the server, which filters by text and state. */
function createApi() {
  const find = ({ string = '', status }: Record<string, string>) =>
    DEVICES.filter((device) => device.name.toLowerCase().includes(string.toLowerCase())).filter(
      (device) => status === undefined || (status === 'online') === (device.status === ONLINE),
    );
  return signedInApi()
    .on(listDevices, ({ query }) => {
      const devices = find(query);
      return { result: { devices, devicesCount: devices.length, limit: { used: 3, allowed: 3, hasEnded: false } } };
    })
    .on(listDeviceIds, ({ query }) => ({ result: find(query).map(({ _id }) => _id) }))
    .result(listDeviceTags, [])
    .result(readStartingDevice, { name: null });
}

const expectListed = (...names: string[]) =>
  waitFor(async () => {
    const headings = await within(await screen.findByRole('list', { name: 'Devices' })).findAllByRole('heading');
    expect(headings.map(({ textContent }) => textContent)).toEqual(names);
  });

it('filters devices by the address and searches them', async () => {
  signIn();
  const { user } = await renderApp('/main/device?status=offline', createApi());
  await expectListed('Porch');
  await user.click(screen.getByRole('button', { name: 'Filter: Offline' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Online' }));
  await user.keyboard('{Escape}');
  await expectListed('Hall', 'Kitchen', 'Porch');
  const search = screen.getByRole('searchbox', { name: 'Search devices' });
  await user.type(search, 'KITCH');
  await expectListed('Kitchen');
  await user.clear(search);
  await expectListed('Hall', 'Kitchen', 'Porch');
});

it('offers no action that needs a connection for an offline device', async () => {
  signIn();
  const { user } = await renderApp('/main/device', createApi());
  await user.click(await screen.findByRole('button', { name: 'Actions for Porch' }));
  for (const name of ['Preview', 'Active', 'Reload'])
    expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
});
