/** Schedules with several windows and priorities: requests, manifests, forecasts, and changes by the previous version. */
import type { DayPlan, Manifest, Publish, PublishForecast, ScheduleWindow, TagPublish } from '@vitrine/contract';
import { choosePublish, getWallClock } from '@vitrine/playback';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());

const NEVER = { startTime: '00:00', endTime: '00:01', repeat: 'Once', date: '1970-01-01' };
const SIMPLE = { startTime: '09:00', endTime: '17:00', repeat: 'Daily' as const };
const LAST_FRIDAY: ScheduleWindow = { startTime: '22:00', endTime: '02:00', repeat: 'Monthly', on: { nth: -1, weekday: 5 } };
const HOLIDAYS: ScheduleWindow = {
  startTime: '10:00',
  endTime: '12:00',
  repeat: 'Dates',
  dates: ['2026-12-24', '2026-12-25'],
  except: ['2026-12-25'],
};
const WINDOWS = [LAST_FRIDAY, HOLIDAYS];

async function createPlaylist(name = 'Evenings') {
  const album = await anAlbum(ana);
  await aStoredPhoto(test, ana, album._id);
  return (await aPlaylist(ana, { name, albumIds: [album._id] }))._id;
}

async function createDevice() {
  const screen = await aScreen(test);
  const device = await aDevice(ana, screen, { timeZone: 'Europe/Berlin' });
  const readManifest = async () => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;
  return { id: device._id, readManifest, readPublish: async () => (await readManifest()).publishes[0] };
}

const publish = (playlistId: string, deviceId: string, more: object = {}) =>
  ana.call('POST', '/publishes', { playlistId, deviceId, ...more });
const setSchedule = (publishId: string, body: object) => ana.call('PUT', `/publishes/schedule/${publishId}`, body);
const resultOf = <T>(response: { json: <R>() => R }) => response.json<{ result: T }>().result;
const scheduleOf = ({ schedule, windows, priority }: Pick<Publish, 'schedule' | 'windows' | 'priority'>) => ({
  schedule,
  windows,
  priority,
});
const readPublishes = async (deviceId: string) => resultOf<Publish[]>(await ana.call('GET', `/publishes?deviceId=${deviceId}`));

async function createPublish(more: object = {}) {
  const [playlistId, device] = [await createPlaylist(), await createDevice()];
  const [created] = resultOf<Publish[]>(await publish(playlistId, device.id, more));
  if (!created) throw new Error('not published');
  return { playlistId, device, created };
}

describe('a schedule with several windows', () => {
  it('is returned and sent to the screen, with the window that earlier versions follow', async () => {
    const { device, created } = await createPublish();
    const saved = await setSchedule(created._id, { windows: [...WINDOWS, SIMPLE], priority: 7 });
    const expected = { schedule: SIMPLE, windows: [...WINDOWS, SIMPLE], priority: 7 };
    expect(saved.json()).toMatchObject({ message: 'Schedule saved.', result: expected });
    expect(scheduleOf((await readPublishes(device.id))[0] ?? created)).toEqual(expected);
    expect(await device.readPublish()).toMatchObject(expected);

    await setSchedule(created._id, { windows: WINDOWS });
    expect(await device.readPublish()).toMatchObject({ schedule: NEVER, windows: WINDOWS });
  });

  it('is replaced as a whole by a simple schedule, and removed by a reset', async () => {
    const { device, created } = await createPublish({ windows: WINDOWS, priority: 9 });
    await setSchedule(created._id, { schedule: SIMPLE });
    const simple = await device.readPublish();
    expect([simple?.schedule, simple?.windows, simple?.priority]).toEqual([SIMPLE, undefined, undefined]);
    await setSchedule(created._id, { schedule: SIMPLE, priority: 3 });
    expect((await device.readPublish())?.priority).toBe(3);
    await ana.call('PUT', `/publishes/schedule/reset/${created._id}`);
    const reset = await device.readPublish();
    expect([reset?.schedule, reset?.windows, reset?.priority]).toEqual([null, undefined, undefined]);
  });

  it('applies to new and existing publishes, and stays when the playlist is published without a schedule', async () => {
    const { playlistId, device, created } = await createPublish({ windows: WINDOWS, priority: 2 });
    expect(scheduleOf(created)).toEqual({ schedule: NEVER, windows: WINDOWS, priority: 2 });
    await publish(playlistId, device.id);
    expect(await device.readPublish()).toMatchObject({ windows: WINDOWS, priority: 2 });
    await publish(playlistId, device.id, { windows: [HOLIDAYS] });
    const changed = await device.readPublish();
    expect([changed?.windows, changed?.priority]).toEqual([[HOLIDAYS], undefined]);
  });

  it('reaches devices by their tags, also those that get the tag later', async () => {
    const [playlistId, first, second] = [await createPlaylist(), await createDevice(), await createDevice()];
    const tag = (id: string) => ana.call('POST', '/devices/many/tags', { deviceId: [id], add: ['Windows'], remove: [] });
    await tag(first.id);
    const [entry] = resultOf<{ _id: string }[]>(await ana.call('GET', `/devices/users/${ana.user._id}/tags`));
    const toTag = (more: object) => ana.call('POST', '/publishes/tags', { playlistId, tagId: [entry?._id], ...more });
    const [created] = resultOf<TagPublish[]>(await toTag({ windows: WINDOWS, priority: 8 }));
    expect(created).toMatchObject({ schedule: NEVER, windows: WINDOWS, priority: 8 });
    await tag(second.id);
    await toTag({});
    for (const device of [first, second]) expect(await device.readPublish()).toMatchObject({ windows: WINDOWS, priority: 8 });
  });

  it('returns from the bin with its playlist', async () => {
    const { playlistId, device } = await createPublish({ windows: WINDOWS, priority: 1 });
    await ana.call('DELETE', `/playlists/${playlistId}`);
    expect(await device.readPublish()).toBeUndefined();
    await ana.call('PUT', `/bin/${ana.user._id}/restore`, { playlistIdArr: [playlistId] });
    await test.runJobs();
    expect(await device.readPublish()).toMatchObject({ schedule: NEVER, windows: WINDOWS, priority: 1 });
  });

  it('gives way to a schedule that the previous version writes', async () => {
    const { device, created } = await createPublish({ windows: WINDOWS });
    const other = { ...SIMPLE, startTime: '08:00' };
    await sql`update publishes set schedule = ${JSON.stringify(other)}::jsonb where id = ${created._id}`.execute(test.db);
    const publishes = await device.readPublish();
    expect([publishes?.schedule, publishes?.windows]).toEqual([other, undefined]);
    await sql`update publishes set schedule = null where id = ${created._id}`.execute(test.db);
    expect(scheduleOf((await readPublishes(device.id))[0] ?? created)).toEqual({ schedule: null });
  });
});

describe('invalid schedules', () => {
  const daily = (index: number): ScheduleWindow => ({ ...SIMPLE, startTime: `0${index % 9}:00` });
  const manyDates = (year: number) =>
    Array.from({ length: 501 }, (_, index) => new Date(Date.UTC(year, 0, 1) + index * 86_400_000).toISOString().slice(0, 10));

  it.each<[object, string]>([
    [{ schedule: SIMPLE, windows: WINDOWS }, 'Send either a schedule or windows'],
    [{ priority: 3 }, 'A priority needs a schedule or windows'],
    [{ windows: [] }, 'Add at least one window'],
    [{ windows: Array.from({ length: 201 }, (_, index) => daily(index)) }, 'A schedule has at most 200 windows'],
    [
      {
        windows: [
          { ...SIMPLE, repeat: 'Dates', dates: manyDates(2026) },
          { ...SIMPLE, except: manyDates(2030) },
        ],
      },
      'A schedule has at most 1000 dates and exceptions',
    ],
    [{ windows: WINDOWS, priority: 10 }, 'Choose a priority from 0 to 9'],
    [{ windows: [{ ...SIMPLE, endTime: '09:00' }] }, 'End time and Start time can not be same'],
    [{ windows: [{ ...SIMPLE, repeat: 'Yearly', month: 4, on: { day: 31 } }] }, 'Choose a day that this month has'],
  ])('are refused by all requests', async (body, message) => {
    const { playlistId, device, created } = await createPublish();
    const refused = { code: 'INVALID', message };
    expect((await setSchedule(created._id, body)).json()).toMatchObject(refused);
    expect((await publish(playlistId, device.id, body)).json()).toMatchObject(refused);
    expect((await ana.call('POST', '/publishes/forecast', { playlistId, deviceId: device.id, ...body })).json()).toMatchObject(refused);
    expect((await ana.call('POST', '/publishes/tags', { playlistId, tagId: [playlistId], ...body })).json()).toMatchObject(refused);
    expect((await device.readPublish())?.schedule).toBeNull();
  });

  it('are refused without a schedule or windows', async () => {
    const { created } = await createPublish();
    expect((await setSchedule(created._id, {})).json()).toMatchObject({ code: 'INVALID', message: 'Send a schedule or windows' });
  });
});

describe('forecasts and day plans', () => {
  it('agree with the screen about windows and priorities', async () => {
    const [device, evenings, menu] = [await createDevice(), await createPlaylist(), await createPlaylist('Menu')];
    await publish(evenings, device.id, { windows: WINDOWS, priority: 6 });
    await publish(menu, device.id, { windows: [{ ...SIMPLE, endTime: '23:00', except: ['2026-12-24'] }, HOLIDAYS], priority: 4 });
    const { publishes } = await device.readManifest();
    for (const date of ['2026-11-27', '2026-11-28', '2026-12-24', '2026-12-25']) {
      const [plan] = resultOf<DayPlan[]>(await ana.call('POST', '/publishes/days', { deviceId: [device.id], date }));
      const shown = plan?.stretches.map(({ from, to, shows }) => {
        for (const at of [Date.parse(from), Date.parse(to) - 60_000]) {
          expect(choosePublish(publishes, getWallClock(at, 'Europe/Berlin')).publish?.playlistId ?? null).toBe(shows?.playlistId ?? null);
        }
        return shows?.name ?? null;
      });
      expect([date, shown]).toEqual([
        date,
        {
          '2026-11-27': [null, 'Menu', 'Evenings'],
          '2026-11-28': ['Evenings', null, 'Menu', null],
          '2026-12-24': [null, 'Evenings', null],
          '2026-12-25': [null, 'Menu', 'Evenings'],
        }[date],
      ]);
    }
  });

  it('include planned windows without storing them', async () => {
    const [device, playlistId] = [await createDevice(), await createPlaylist('Planned')];
    const [year] = new Date(test.clock.now()).toISOString().split('-');
    const windows: ScheduleWindow[] = [{ ...SIMPLE, repeat: 'Yearly', month: 1, on: { day: 1 }, from: `${Number(year) + 1}-01-01` }];
    const planned = await ana.call('POST', '/publishes/forecast', { playlistId, deviceId: device.id, windows });
    expect(resultOf<PublishForecast[]>(planned)[0]?.after).toMatchObject({
      now: null,
      next: { name: 'Planned' },
      until: expect.stringContaining('-01-01T'),
    });
    expect(await readPublishes(device.id)).toEqual([]);
  });
});
