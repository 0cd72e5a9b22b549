/** The schedule dialog of a publish: one window as before, several windows, other repetitions, exceptions and the priority. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readDevice } from '@vitrine/contract/devices.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import type { Publish } from '@vitrine/contract/publishing';
import { listPublishes, readDeviceDays, setSchedule } from '@vitrine/contract/publishing.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aDevice, aPlaylist } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const [device, playlist] = [aDevice({ status: 1 }), aPlaylist()];
const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const PUBLISH: Publish = {
  _id: '00000000-0000-7000-8000-0000000000a1',
  publish_Id: '00000000-0000-7000-8000-0000000000a1',
  device_Id: device._id,
  playlistId: { _id: playlist._id, name: playlist.name, thumbnail: null },
  deviceId: { _id: device._id, name: device.name, deviceId: device.deviceId, timeZone: 'UTC', status: 1 },
  status: 'active',
  mainPlaylist: false,
  schedule: null,
  activatedAt: null,
  isPlayable: true,
  periods: null,
  revokedAlbums: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

async function openDialog(saved: Partial<Publish> = {}) {
  signIn();
  const publish = { ...PUBLISH, ...saved };
  const api = signedInApi()
    .result(readDevice, device)
    .result(readDevicePlays, NO_PLAYS)
    .result(readDeviceDays, [])
    .result(listVersions, [])
    .result(listPublishes, [publish])
    .on(setSchedule, () => ({ message: 'Schedule saved.', result: publish }));
  const address = `/main/device/devicedetailpage?deviceId=${device._id}&dialog=schedule&target=${PUBLISH._id}`;
  const { user } = await renderApp(address, api);
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule “Evenings”' }));
  const save = async () => {
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Schedule saved.')).toBeVisible();
    return api.requestsTo(setSchedule).map(({ body }) => body);
  };
  return { user, dialog, save };
}

type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog'];
const fill = (field: HTMLElement | undefined, value: string) => {
  if (!field) throw new Error('no field');
  fireEvent.change(field, { target: { value } });
};
const fillTimes = (dialog: Dialog, index: number, start: string, end: string) => {
  fill(dialog.getAllByLabelText('Start time')[index], start);
  fill(dialog.getAllByLabelText('End time')[index], end);
};

it('sends one window as before', async () => {
  const { dialog, save } = await openDialog();
  expect(dialog.queryByRole('group', { name: 'Window 1' })).toBeNull();
  fillTimes(dialog, 0, '10:00', '10:00');
  expect(await dialog.findByText('End time and Start time can not be same')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  fillTimes(dialog, 0, '10:00', '12:00');
  expect(await save()).toEqual([{ schedule: { repeat: 'Daily', startTime: '10:00', endTime: '12:00' } }]);
});

it('adds a monthly window with an exception, and a priority', async () => {
  const { user, dialog, save } = await openDialog({ schedule: { repeat: 'Daily', startTime: '10:00', endTime: '12:00' } });
  await user.click(dialog.getByRole('button', { name: 'Add window' }));
  const second = within(dialog.getByRole('group', { name: 'Window 2' }));
  await user.click(second.getByRole('radio', { name: 'Other' }));
  await user.selectOptions(second.getByLabelText('Repeats by'), 'Weekday');
  await user.selectOptions(second.getByLabelText('Which'), 'last');
  await user.selectOptions(second.getByLabelText('Weekday'), 'Friday');
  fillTimes(dialog, 1, '22:00', '02:00');
  await user.click(second.getByText('Range and exceptions'));
  fill(second.getByLabelText('Except on'), '2026-12-25');
  await user.click(second.getByRole('button', { name: 'Add exception' }));
  expect(second.getByRole('button', { name: 'Remove 12/25/2026' })).toBeVisible();
  await user.click(dialog.getByText('Priority', { selector: 'summary' }));
  await user.selectOptions(dialog.getByLabelText('Priority'), '7');
  expect(await save()).toEqual([
    {
      windows: [
        { repeat: 'Daily', startTime: '10:00', endTime: '12:00' },
        { repeat: 'Monthly', startTime: '22:00', endTime: '02:00', on: { nth: -1, weekday: 5 }, except: ['2026-12-25'] },
      ],
      priority: 7,
    },
  ]);
});

it('opens saved windows and removes one of them', async () => {
  const windows = [
    { repeat: 'Dates' as const, startTime: '08:00', endTime: '09:00', dates: ['2026-12-24'], until: '2026-12-31' },
    { repeat: 'Yearly' as const, startTime: '18:00', endTime: '20:00', month: 2, on: { day: 29 } },
  ];
  const { user, dialog, save } = await openDialog({
    schedule: { repeat: 'Once', startTime: '00:00', endTime: '00:01', date: '1970-01-01' },
    windows,
    priority: 2,
  });
  expect(dialog.getByText(/^On 12\/24\/2026 8:00 AM–9:00 AM, until 12\/31\/2026 and 1 more window, priority 2$/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Remove window 1' }));
  expect(dialog.queryByRole('group', { name: 'Window 1' })).toBeNull();
  expect(await save()).toEqual([{ windows: [windows[1]], priority: 2 }]);
});

it('explains what is wrong with a window', async () => {
  const { user, dialog } = await openDialog();
  fillTimes(dialog, 0, '08:00', '09:00');
  await user.click(dialog.getByRole('radio', { name: 'Other' }));
  await user.selectOptions(dialog.getByLabelText('Repeats'), 'On several dates');
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled());
  fill(dialog.getByLabelText('Dates'), '2026-12-24');
  await user.click(dialog.getByRole('button', { name: 'Add date' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(dialog.getByText('Range and exceptions'));
  fill(dialog.getByLabelText('First day'), '2026-12-25');
  fill(dialog.getByLabelText('Last day'), '2026-12-24');
  expect(await dialog.findByText('Choose a last day that is not before the first day')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Repeats'), 'Every year');
  fill(dialog.getByLabelText('First day'), '');
  await user.selectOptions(dialog.getByLabelText('Month'), 'February');
  await user.selectOptions(dialog.getByLabelText('Day'), '30');
  expect(await dialog.findByText('Choose a day that this month has')).toBeVisible();
});
