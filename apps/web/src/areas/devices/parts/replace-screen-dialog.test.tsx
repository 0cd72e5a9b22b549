import { screen, waitFor } from '@testing-library/react';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { readDevice, replaceScreen } from '@vitrine/contract/devices.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import { listPublishes, readDeviceDays } from '@vitrine/contract/publishing.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };

/** Opens the dialog from the menu of the device's page. */
async function openDialog() {
  signIn();
  const device = aDevice();
  const api = signedInApi()
    .result(readDevice, device)
    .result(readDevicePlays, NO_PLAYS)
    .result(listPublishes, [])
    .result(readDeviceDays, [])
    .result(listDeviceTags, [])
    .result(listVersions, []);
  const { user } = await renderApp(`/main/device/devicedetailpage?deviceId=${device._id}`, api);
  await user.click(await screen.findByRole('button', { name: `Actions for ${device.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Replace screen…' }));
  await screen.findByRole('dialog', { name: `Replace the screen of “${device.name}”` });
  return { user, api, device };
}
const idField = () => screen.getByRole('textbox', { name: 'ID of the new screen' });
const submit = () => screen.getByRole('button', { name: 'Replace screen' });

it('explains the consequence, validates the id, and replaces the screen that the user saw', async () => {
  const { user, api, device } = await openDialog();
  expect(screen.getByText(/The old screen, A12345, stops playing, is removed, and shows a new ID/)).toBeVisible();
  await user.type(idField(), '12');
  await user.click(submit());
  expect(await screen.findByText('First letter capital followed by number!')).toBeVisible();
  expect(api.requestsTo(replaceScreen)).toHaveLength(0);
  api.on(replaceScreen, () => ({ message: 'Screen replaced.', result: { ...device, deviceId: 'B20618' } }));
  await user.clear(idField());
  await user.type(idField(), 'b20618');
  await user.click(submit());
  expect(await screen.findByText('The screen of “Kitchen” was replaced.')).toBeVisible();
  expect(api.requestsTo(replaceScreen)).toMatchObject([
    { params: { id: device._id }, body: { deviceId: 'B20618', replacedDeviceId: 'A12345' } },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('stays open with the server’s reason when the replacement is refused', async () => {
  const { user, api } = await openDialog();
  api.refuse(replaceScreen, 'DEVICE_TAKEN');
  await user.type(idField(), 'C30717');
  await user.click(submit());
  expect(await screen.findByText('A screen with this ID has already been added.')).toBeVisible();
  expect(idField()).toHaveValue('C30717');
});
