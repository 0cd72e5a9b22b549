/** The dialog for operating hours and brightness of a device and of a tag, and the state that the pages show for a device that is off. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listDeviceTags, setTagSettings } from '@vitrine/contract/bulk-devices.endpoints';
import type { Device } from '@vitrine/contract/devices';
import { listDeviceIds, listDevices, readDevice, readStartingDevice, setDeviceSettings } from '@vitrine/contract/devices.endpoints';
import type { OperatingHours } from '@vitrine/contract/operating-hours';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import { listPublishes, readDeviceDays } from '@vitrine/contract/publishing.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const OFFICE: OperatingHours = { week: [{ weekdays: [1, 2, 3, 4, 5], startTime: '08:00', endTime: '18:00' }], exceptions: [] };

async function openDevice(values: Partial<Device> = {}, dialog = '&dialog=hours') {
  signIn();
  const device = aDevice({ status: 1, ...values });
  const api = signedInApi()
    .result(readDevice, device)
    .result(readDevicePlays, NO_PLAYS)
    .result(readDeviceDays, [])
    .result(listVersions, [])
    .result(listPublishes, [])
    .result(setDeviceSettings, device);
  const { user } = await renderApp(`/main/device/devicedetailpage?deviceId=${device._id}${dialog}`, api);
  return { user, api };
}

async function openDialog(values: Partial<Device> = {}) {
  const { user, api } = await openDevice(values);
  const dialog = within(await screen.findByRole('dialog', { name: 'Operating hours of “Kitchen”' }));
  const save = async () => {
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Operating hours saved.')).toBeVisible();
    return api.requestsTo(setDeviceSettings).map(({ body }) => body);
  };
  return { user, dialog, save };
}

type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog'];
const fill = (field: HTMLElement | undefined, value: string) => {
  if (!field) throw new Error('no field');
  fireEvent.change(field, { target: { value } });
};
const fillTimes = (within: Dialog, index: number, start: string, end: string) => {
  fill(within.getAllByLabelText('On from')[index], start);
  fill(within.getAllByLabelText('Off at')[index], end);
};

it('sets two ranges, a closed day and a day with other hours', async () => {
  const { user, dialog, save } = await openDialog();
  expect(dialog.queryByLabelText('On from')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'By the week' }));
  fillTimes(dialog, 0, '07:15', '18:40');
  await user.click(dialog.getByRole('button', { name: 'Add range' }));
  const second = within(dialog.getByRole('group', { name: 'Range 2' }));
  await user.click(second.getByRole('checkbox', { name: 'Sat' }));
  fillTimes(dialog, 1, '20:00', '02:00');
  await user.click(dialog.getByText('Exceptions'));
  await user.click(dialog.getByRole('button', { name: 'Add exception' }));
  await user.click(dialog.getByRole('button', { name: 'Add exception' }));
  fill(dialog.getAllByLabelText('Date')[0], '2099-12-25');
  fill(dialog.getAllByLabelText('Date')[1], '2099-12-31');
  const lastDay = within(dialog.getByRole('group', { name: 'Exception 2' }));
  await user.click(lastDay.getByRole('radio', { name: 'Other hours' }));
  fillTimes(lastDay, 0, '10:00', '14:00');
  expect(await save()).toEqual([
    {
      operatingHours: {
        week: [
          { weekdays: [1, 2, 3, 4, 5], startTime: '07:15', endTime: '18:40' },
          { weekdays: [6], startTime: '20:00', endTime: '02:00' },
        ],
        exceptions: [
          { date: '2099-12-25', ranges: [] },
          { date: '2099-12-31', ranges: [{ startTime: '10:00', endTime: '14:00' }] },
        ],
      },
      brightness: null,
    },
  ]);
});

it('sets the brightness alone, and removes exceptions that are over', async () => {
  const { user, dialog, save } = await openDialog({
    operatingHours: {
      ...OFFICE,
      exceptions: [
        { date: '2020-01-01', ranges: [] },
        { date: '2099-01-01', ranges: [] },
      ],
    },
  });
  await user.click(dialog.getByRole('radio', { name: 'By time of day' }));
  fill(dialog.getByLabelText('Percent 2'), '35');
  expect(await save()).toEqual([
    {
      operatingHours: { ...OFFICE, exceptions: [{ date: '2099-01-01', ranges: [] }] },
      brightness: [
        { time: '07:00', percent: 100 },
        { time: '20:00', percent: 35 },
      ],
    },
  ]);
});

it('explains what is wrong and sends nothing', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'By the week' }));
  fillTimes(dialog, 0, '10:00', '10:00');
  expect(await dialog.findByText('Choose an end that differs from the start, or 12:00 AM for both for the whole day.')).toBeVisible();
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await user.click(dialog.getByRole('checkbox', { name: day }));
  expect(await dialog.findByText('Select at least one day.')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'By time of day' }));
  fill(dialog.getByLabelText('Percent 1'), '3');
  expect(await dialog.findByText('Enter a whole number from 5 to 100.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(screen.queryByText('Operating hours saved.')).toBeNull();
});

it('states until when a device is off, by which tags, and removes its own hours', async () => {
  const until = '2099-05-04T08:00:00.000Z';
  await openDevice({ operation: { isOn: false, until, tags: ['North'], hours: [OFFICE] } }, '');
  const panel = within(await screen.findByRole('region', { name: 'Operating hours' }));
  expect(panel.getByText('Off until 05/04/2099 8:00 AM (operating hours)')).toBeVisible();
  expect(panel.getByText('Mon–Fri 8:00 AM–6:00 PM')).toBeVisible();
  expect(panel.getByText('By North')).toBeVisible();
});

it('offers the hours of its tags to a device with its own', async () => {
  const { user, dialog, save } = await openDialog({
    operatingHours: OFFICE,
    operation: { isOn: true, until: null, tags: [], hours: [OFFICE] },
  });
  await user.click(dialog.getByRole('radio', { name: 'Always on' }));
  expect(await save()).toEqual([{ operatingHours: null, brightness: null }]);
});

it('sets the hours of a tag', async () => {
  signIn();
  const tag = { _id: '00000000-0000-7000-8000-0000000000c1', name: 'North', orgId: null, devices: 3, operatingHours: OFFICE };
  const api = signedInApi()
    .result(listDevices, { devices: [aDevice({ tags: ['North'] })], devicesCount: 1, limit: { used: 1, allowed: 3, hasEnded: false } })
    .result(listDeviceIds, [aDevice()._id])
    .result(readStartingDevice, { name: null })
    .result(listDeviceTags, [tag])
    .on(setTagSettings, () => ({ message: 'Tag updated.' }));
  const { user } = await renderApp('/main/device?dialog=tags', api);
  await user.click(await screen.findByRole('button', { name: 'Operating hours of North' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Operating hours of “North”' }));
  fillTimes(dialog, 0, '09:00', '17:00');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.requestsTo(setTagSettings).map(({ body }) => body)).toEqual([
      { operatingHours: { week: [{ ...OFFICE.week[0], startTime: '09:00', endTime: '17:00' }], exceptions: [] }, brightness: null },
    ]),
  );
});
