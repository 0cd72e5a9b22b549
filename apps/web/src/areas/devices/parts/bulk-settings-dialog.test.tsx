/** Settings of the selected devices. The server's tests have the changes themselves. */
import { fireEvent, screen, within } from '@testing-library/react';
import type { BulkSettingsPreview } from '@vitrine/contract/bulk-devices';
import {
  listDeviceTags,
  previewManyDeviceSettings,
  restoreManyDeviceSettings,
  setManyDeviceSettings,
} from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices, readStartingDevice } from '@vitrine/contract/devices.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const DEVICES = ['Hall', 'Kitchen'].map((name, index) => aDevice({ _id: `00000000-0000-7000-8000-0000000000f${index}`, name }));
const IDS = DEVICES.map(({ _id }) => _id);
const CHANGE_ID = '00000000-0000-7000-8000-0000000000c1';
const NONE = { own: 0, tags: 0, none: 2 };
const PREVIEW: BulkSettingsPreview = {
  devices: 2,
  changing: 2,
  changingBySetting: { operatingHours: 2, brightness: 0, fit: 0, rotation: 0, volume: 0, timeZone: 0 },
  timeZones: 1,
  hours: { before: { own: 1, tags: 0, none: 1 }, after: { own: 2, tags: 0, none: 0 } },
  brightness: { before: NONE, after: NONE },
  turningOff: 1,
  turningOn: 0,
};

/** Selects both devices and opens the dialog. */
async function openDialog() {
  signIn();
  const api = signedInApi()
    .result(listDevices, { devices: DEVICES, devicesCount: 2, limit: { used: 2, allowed: 3, hasEnded: false } })
    .result(listDeviceIds, IDS)
    .result(listDeviceTags, [])
    .result(readStartingDevice, { name: null })
    .result(previewManyDeviceSettings, PREVIEW);
  const { user } = await renderApp('/main/device', api);
  for (const { name } of DEVICES) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  const more = screen.queryByRole('button', { name: 'More actions' });
  if (more) await user.click(more);
  await user.click(await screen.findByRole(more ? 'menuitem' : 'button', { name: 'Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings of 2 devices' }));
  return { user, api, dialog };
}

it('sets the hours after stating what will change, keeps the brightness, and offers to undo it', async () => {
  const { user, api, dialog } = await openDialog();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(dialog.getByRole('radio', { name: 'By the week' }));
  fireEvent.change(dialog.getByLabelText('On from'), { target: { value: '09:00' } });
  expect(await dialog.findByText('2 devices will change. 1 device has operating hours of its own now.')).toBeVisible();
  expect(dialog.getByText('1 screen will be off now.')).toBeVisible();
  api
    .result(setManyDeviceSettings, { done: 2, unchanged: 0, gone: 0, changeId: CHANGE_ID })
    .on(restoreManyDeviceSettings, () => ({ result: { restored: 2 } }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved for 2 devices.')).toBeVisible();
  const week = [{ weekdays: [1, 2, 3, 4, 5], startTime: '09:00', endTime: '18:00' }];
  expect(api.requestsTo(setManyDeviceSettings).map(({ body }) => body)).toEqual([
    { deviceId: IDS, operatingHours: { week, exceptions: [] } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Previous settings restored for 2 devices.')).toBeVisible();
  expect(api.requestsTo(restoreManyDeviceSettings)).toMatchObject([{ body: { changeId: CHANGE_ID } }]);
});

it('removes the hours, and shows no preview of invalid ones', async () => {
  const { user, api, dialog } = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'By the week' }));
  fireEvent.change(dialog.getByLabelText('Off at'), { target: { value: '08:00' } });
  expect(dialog.queryByText('What will change')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Remove' }));
  expect(await dialog.findByText('What will change')).toBeVisible();
  api.result(setManyDeviceSettings, { done: 0, unchanged: 2, gone: 0, changeId: null });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No devices were changed.')).toBeVisible();
  expect(api.requestsTo(setManyDeviceSettings).map(({ body }) => body)).toEqual([{ deviceId: IDS, operatingHours: null }]);
});

it('sets the volume, the rotation and the time zone, and keeps the rest', async () => {
  const { user, api, dialog } = await openDialog();
  const changingBySetting = { ...PREVIEW.changingBySetting, operatingHours: 0, rotation: 1, volume: 1, timeZone: 0 };
  api.result(previewManyDeviceSettings, { ...PREVIEW, changing: 1, changingBySetting, turningOff: 0 });
  expect(dialog.getByLabelText('Photo fit')).toHaveDisplayValue('Keep');
  await user.selectOptions(dialog.getByLabelText('Volume'), 'Muted');
  await user.selectOptions(dialog.getByLabelText('Rotation'), '90° clockwise');
  await user.selectOptions(dialog.getByLabelText('Time zone'), 'Asia/Tokyo');
  expect(dialog.getByText('Schedules and operating hours follow it.')).toBeVisible();
  const effect = '1 of 2 devices will change. 1 already has these settings. Rotation: 1 device. Volume: 1 device. Time zone: 0 devices.';
  expect(await dialog.findByText(effect)).toBeVisible();
  api.result(setManyDeviceSettings, { done: 1, unchanged: 1, gone: 0, changeId: CHANGE_ID });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Settings saved for 1 device.')).toBeVisible();
  expect(api.requestsTo(setManyDeviceSettings).map(({ body }) => body)).toEqual([
    { deviceId: IDS, rotation: 90, volume: 0, timeZone: 'Asia/Tokyo' },
  ]);
});
