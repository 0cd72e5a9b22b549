/** Removing and scheduling a playlist on the selected devices. The server's tests have the changes themselves. */
import { screen, waitFor } from '@testing-library/react';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDevicesPlaylists, removePublishes, restorePublishes, schedulePublishes } from '@vitrine/contract/bulk-publishes.endpoints';
import { listDeviceIds, listDevices, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const idOf = (index: number) => `00000000-0000-7000-8000-0000000000f${index}`;
const DEVICES = ['Hall', 'Kitchen', 'Porch'].map((name, index) => aDevice({ _id: idOf(index), name }));
const SUMMER = { _id: '00000000-0000-7000-8000-0000000000e1', name: 'Summer', devices: 2, byTag: 1, scheduled: 1 };
const REMOVAL = '00000000-0000-7000-8000-0000000000c1';

/** Selects all three devices and chooses an action of the selection bar. */
async function openDialog(action: string, playlists = [SUMMER]) {
  signIn();
  const api = signedInApi()
    .result(listDevices, { devices: DEVICES, devicesCount: 3, limit: { used: 3, allowed: 3, hasEnded: false } })
    .result(
      listDeviceIds,
      DEVICES.map(({ _id }) => _id),
    )
    .result(listDeviceTags, [])
    .result(readStartingDevice, { name: null })
    .result(listDevicesPlaylists, playlists);
  const { user } = await renderApp('/main/device', api);
  for (const { name } of DEVICES) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  const more = screen.queryByRole('button', { name: 'More actions' });
  if (more) await user.click(more);
  await user.click(await screen.findByRole(more ? 'menuitem' : 'button', { name: action }));
  await screen.findByRole('dialog');
  return { user, api };
}

it('removes a playlist after stating which devices change, and offers to undo it', async () => {
  const { user, api } = await openDialog('Remove playlist');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Playlist' }), 'Summer (2 devices)');
  expect(screen.getByText(/The playlist will be removed from 1 device\. 1 device has it because of a tag and keeps it/)).toBeVisible();
  api
    .result(removePublishes, { done: 1, absent: 1, byTag: 1, gone: 0, removalId: REMOVAL })
    .on(restorePublishes, () => ({ result: { restored: 1 } }));
  await user.click(screen.getByRole('button', { name: 'Remove from 1 device' }));
  expect(await screen.findByText(/“Summer” removed from 1 device\./)).toBeVisible();
  expect(api.requestsTo(removePublishes)).toMatchObject([{ body: { playlistId: SUMMER._id, deviceId: DEVICES.map(({ _id }) => _id) } }]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Restored on 1 device.')).toBeVisible();
  expect(api.requestsTo(restorePublishes)).toMatchObject([{ body: { removalId: REMOVAL } }]);
});

it('schedules a playlist after stating which schedules are replaced', async () => {
  const { user, api } = await openDialog('Schedule');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Playlist' }), 'Summer (2 devices)');
  expect(screen.getByText(/It replaces the schedule that 1 device already has\. 1 device doesn’t have this playlist/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Schedule on 2 devices' })).toBeDisabled();
  await user.type(screen.getByLabelText('Start time'), '08:00');
  await user.type(screen.getByLabelText('End time'), '10:00');
  api.result(schedulePublishes, { done: 2, absent: 1, byTag: 0, gone: 0 });
  const submit = screen.getByRole('button', { name: 'Schedule on 2 devices' });
  await waitFor(() => expect(submit).toBeEnabled());
  await user.click(submit);
  expect(await screen.findByText(/“Summer” scheduled on 2 devices\./)).toBeVisible();
  expect(api.requestsTo(schedulePublishes)).toMatchObject([
    { body: { playlistId: SUMMER._id, schedule: { repeat: 'Daily', startTime: '08:00', endTime: '10:00' } } },
  ]);
});

it('explains that nothing is published on the selected devices', async () => {
  await openDialog('Remove playlist', []);
  expect(await screen.findByText('Nothing is published on the selected devices.')).toBeVisible();
});
