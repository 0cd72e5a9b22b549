/** The calendar and the history of a device, the calendar of a tag, and the preview in the schedule dialog. */
import { fireEvent, screen, within } from '@testing-library/react';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { listDeviceIds, listDevices, readDevice } from '@vitrine/contract/devices.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import type { PublishHistory } from '@vitrine/contract/publish-history';
import type { Publish } from '@vitrine/contract/publishing';
import { listPublishes, previewSchedule, readDeviceDays, readPublishHistory } from '@vitrine/contract/publishing.endpoints';
import { listTagPublishes } from '@vitrine/contract/tag-publishes.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { NO_CHANGES, signedInApi, signIn } from '../../../testing/signed-in.ts';

const device = aDevice({ status: 1 });
const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const daily = (startTime: string, endTime: string) => ({ startTime, endTime, repeat: 'Daily' as const });

const aPublish = (index: number, name: string, values: Partial<Publish> = {}): Publish => ({
  _id: `00000000-0000-7000-8000-0000000001a${index}`,
  publish_Id: `00000000-0000-7000-8000-0000000001a${index}`,
  device_Id: device._id,
  playlistId: { _id: `00000000-0000-7000-8000-0000000001b${index}`, name, thumbnail: null },
  deviceId: { _id: device._id, name: device.name, deviceId: device.deviceId, timeZone: 'UTC', status: 1 },
  status: 'onqueue',
  mainPlaylist: false,
  schedule: null,
  activatedAt: null,
  isPlayable: true,
  periods: null,
  revokedAlbums: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});
const PUBLISHES = [
  aPublish(1, 'Lunch', { schedule: daily('12:00', '18:00') }),
  aPublish(2, 'Coffee', { schedule: daily('15:00', '21:00'), updatedAt: '2026-02-01T00:00:00.000Z' }),
];

async function openDevice(more = '', values: Partial<typeof device> = {}) {
  signIn();
  const api = signedInApi()
    .result(readDevice, { ...device, ...values })
    .result(readDevicePlays, NO_PLAYS)
    .result(readDeviceDays, [])
    .result(listVersions, [])
    .result(listPublishes, PUBLISHES);
  const { user } = await renderApp(`/main/device/devicedetailpage?deviceId=${device._id}${more}`, api);
  return { user, api };
}

it('shows the week of a device, explains a segment, and opens the schedule of the one that loses', async () => {
  const { user } = await openDevice();
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }));
  expect(calendar.getByText('Nothing to show for a part of 7 days: the standby image is shown.')).toBeVisible();
  expect(calendar.getByText('Not shown at some of their times: Lunch')).toBeVisible();
  const coffees = calendar.getAllByRole('button', { name: /3:00 PM to 9:00 PM: Coffee. 1 other schedule is not shown.$/ });
  expect(coffees).toHaveLength(7);
  await user.click(coffees[2] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Coffee' }));
  expect(dialog.getByText(/^Shown because it is scheduled \(Daily 3:00 PM–9:00 PM; newest of 2 overlapping schedules\)/)).toBeVisible();
  expect(dialog.getByText(', 3:00 PM – 6:00 PM: updated earlier')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Schedule Lunch' }));
  expect(await screen.findByRole('dialog', { name: 'Schedule “Lunch”' })).toBeVisible();
});

it('hatches the times outside of the operating hours, and states them', async () => {
  const hours = [{ week: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], startTime: '08:00', endTime: '20:00' }], exceptions: [] }];
  const { user } = await openDevice('', { operation: { isOn: true, until: null, tags: [], hours } });
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }));
  expect(calendar.getByText('The screen is off at hatched times, whatever is scheduled.')).toBeVisible();
  expect(calendar.getAllByText('Off 12:00 AM – 8:00 AM, 8:00 PM – 12:00 AM')).toHaveLength(7);
  await user.click(calendar.getByRole('radio', { name: 'Month' }));
  expect(calendar.getAllByRole('button', { name: /Off 12:00 AM – 8:00 AM, 8:00 PM – 12:00 AM$/ }).length).toBeGreaterThanOrEqual(28);
});

it('moves between the segments of a week with the arrow keys', async () => {
  const { user } = await openDevice();
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }));
  const lunch = calendar.getAllByRole('button', { name: /12:00 PM to 3:00 PM: Lunch/ });
  lunch[3]?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toHaveAccessibleName(/: Coffee/);
  await user.keyboard('{ArrowUp}{ArrowRight}');
  expect(document.activeElement).toBe(lunch[4]);
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(lunch[2]);
  const inTabOrder = lunch.filter(({ tabIndex }) => tabIndex === 0);
  expect(inTabOrder).toEqual([lunch[2]]);
});

it('shows a month and lists the chosen day', async () => {
  const { user } = await openDevice();
  const calendar = within(await screen.findByRole('region', { name: 'Calendar' }));
  await user.click(calendar.getByRole('radio', { name: 'Month' }));
  const days = calendar.getAllByRole('button', { name: /: Lunch, Coffee, Standby image$/ });
  expect(days.length).toBeGreaterThanOrEqual(28);
  await user.click(days[1] as HTMLElement);
  expect(days[1]).toHaveAttribute('aria-pressed', 'true');
  expect(calendar.getByRole('button', { name: /2, 12:00 PM to 3:00 PM: Lunch/ })).toBeVisible();
});

it('previews a schedule before it is saved', async () => {
  const { api } = await openDevice(`&dialog=schedule&target=${PUBLISHES[0]?._id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule “Lunch”' }));
  const lunch = { playlistId: PUBLISHES[0]?.playlistId._id ?? '', name: 'Lunch' };
  const span = (from: string, to: string) => ({ from: `2099-01-02T${from}:00.000Z`, to: `2099-01-02T${to}:00.000Z` });
  api.result(previewSchedule, {
    ...NO_CHANGES,
    to: '2099-01-15T00:00:00.000Z',
    unchanged: 0,
    cases: [
      {
        devices: 1,
        names: ['Kitchen'],
        timeZone: 'UTC',
        changes: [{ ...span('10:00', '12:00'), before: null, after: lunch, why: 'schedule' }],
        moreChanges: 3,
        losses: [{ ...span('15:00', '18:00'), ...lunch, why: 'updated' }],
        moreLosses: 0,
      },
    ],
    downloading: { devices: 1, names: ['Kitchen'], bytes: 3_000_000 },
    tooLarge: { devices: 1, names: ['Kitchen'] },
  });
  expect(dialog.queryByText('What will change')).toBeNull();
  fireEvent.change(dialog.getByLabelText('Start time'), { target: { value: '10:00' } });
  expect(await dialog.findByText('1 screen is affected.')).toBeVisible();
  expect(dialog.getByText(/10:00 AM – .*12:00 PM: “Lunch” instead of the standby image\.$/)).toBeVisible();
  expect(dialog.getByText('3 more changes after that.')).toBeVisible();
  expect(dialog.getByText(/: “Lunch” is scheduled but not shown: updated earlier\.$/)).toBeVisible();
  expect(dialog.getByText('Not enough space on Kitchen.')).toBeVisible();
  expect(dialog.getByText(/^Not downloaded yet \([\d.]+ MB\) on Kitchen/)).toBeVisible();
  expect(api.requestsTo(previewSchedule).at(-1)?.body).toEqual({
    action: 'schedule',
    playlistId: lunch.playlistId,
    deviceId: [device._id],
    schedule: daily('10:00', '18:00'),
  });
});

it('answers what was on the screen at an earlier time', async () => {
  const { user, api } = await openDevice();
  const shows = { playlistId: '00000000-0000-7000-8000-0000000001b2', name: 'Coffee' };
  const answer = (at: string): { result: PublishHistory } => ({
    result: {
      deviceId: device._id,
      timeZone: 'UTC',
      at,
      since: '2026-01-01T00:00:00.000Z',
      isKnown: true,
      shows,
      why: 'schedule',
      losses: [{ playlistId: '00000000-0000-7000-8000-0000000001b1', name: 'Lunch', why: 'priority' }],
      publishes: [
        {
          ...shows,
          mainPlaylist: false,
          activatedAt: null,
          updatedAt: '2026-01-01T00:00:00.000Z',
          schedule: daily('15:00', '21:00'),
          isPlayable: true,
          periods: null,
        },
      ],
      reported: { at: '2026-01-02T08:00:00.000Z', playlistId: '00000000-0000-7000-8000-0000000001b3', name: 'Menu' },
      changes: [{ at: '2026-01-02T08:05:00.000Z', playlistId: shows.playlistId, name: null, isRemoval: true }],
    },
  });
  api
    .on(readPublishHistory, ({ query }) => answer(query['at'] ?? ''))
    .on(readDevicePlays, () => ({
      result: { ...NO_PLAYS, count: 2, playlists: [{ playlistId: device._id, name: 'Menu', count: 2, shownMs: 5 }] },
    }));
  const history = within(await screen.findByRole('region', { name: 'History' }));
  await user.click(history.getByRole('button', { name: 'Show history' }));
  expect(await history.findByText(/because it was scheduled \(Daily 3:00 PM–9:00 PM\)\.$/)).toBeVisible();
  expect(history.getByText('“Lunch” was scheduled too, but not shown: lower priority.')).toBeVisible();
  expect(await history.findByText('On this day the screen reported: Menu 2 times.')).toBeVisible();
  expect(history.getByText('It reported no play of “Coffee”.')).toBeVisible();
  expect(history.getByText(/^The screen reported on 01\/02\/2026 8:00 AM that it had begun to show “Menu”/)).toBeVisible();
  expect(history.getByText('01/02/2026 8:05 AM: “Deleted playlist” was removed')).toBeVisible();
});

it('shows the calendar of a tag', async () => {
  signIn();
  const tag = { _id: '00000000-0000-7000-8000-0000000000d1', name: 'North', orgId: null, devices: 2 };
  const api = signedInApi()
    .result(listDevices, { devices: [], devicesCount: 0, limit: { used: 0, allowed: 5, hasEnded: false } })
    .result(listDeviceIds, [])
    .result(listVersions, [])
    .result(listDeviceTags, [tag])
    .result(listTagPublishes, [
      {
        _id: '00000000-0000-7000-8000-0000000000d9',
        playlistId: '00000000-0000-7000-8000-0000000001b1',
        playlistName: 'Lunch',
        isPlayable: true,
        periods: null,
        tag: { _id: tag._id, name: tag.name, devices: 2 },
        schedule: daily('12:00', '18:00'),
        activatedAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
  const { user } = await renderApp('/main/device?dialog=tags', api);
  await user.click(await screen.findByRole('button', { name: 'Calendar of North' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Calendar of “North”' }));
  expect(await dialog.findAllByRole('button', { name: /12:00 PM to 6:00 PM: Lunch\.$/ })).toHaveLength(7);
});
