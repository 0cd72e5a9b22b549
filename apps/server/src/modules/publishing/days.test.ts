/** Day plans of many devices. */
import type { DayPlan } from '@vitrine/contract';
import { finishSteps } from '@vitrine/playback';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { stepDayPlanOf } from './device-day.rules.ts';
import type { ForecastRow } from './forecast.rules.ts';

function createDayPlans(devices: Parameters<typeof stepDayPlanOf>[0][], now: Date, date?: string) {
  const drawn = new Map();
  return devices.map((device) => finishSteps(stepDayPlanOf(device, { now, date, drawn })));
}
const AT = new Date('2026-06-01T22:30:00Z');
const row = (name: string, more: Partial<ForecastRow>): ForecastRow => ({
  id: name,
  playlist_id: name,
  playlist_name: name,
  is_main: false,
  activated_at: null,
  updated_at: AT,
  schedule: null,
  windows: null,
  priority: 5,
  is_playable: true,
  periods: null,
  ...more,
});
const daily = (startTime: string, endTime: string) => ({ schedule: { repeat: 'Daily', startTime, endTime } });

describe('day plans of devices', () => {
  it('use the time zone of each device, have no gaps, and include times without content', () => {
    const rows = [row('Menu', daily('08:00', '18:00')), row('Night', daily('22:00', '02:00'))];
    const [berlin, utc] = createDayPlans(
      [
        { deviceId: 'a', timeZone: 'Europe/Berlin', rows },
        { deviceId: 'b', timeZone: 'UTC', rows },
      ],
      AT,
    );
    expect([berlin?.date, utc?.date]).toEqual(['2026-06-02', '2026-06-01']);
    expect(utc?.stretches.map(({ from, to, shows }) => [from.slice(11, 16), to.slice(11, 16), shows?.name ?? null])).toEqual([
      ['00:00', '02:00', 'Night'],
      ['02:00', '08:00', null],
      ['08:00', '18:00', 'Menu'],
      ['18:00', '22:00', null],
      ['22:00', '00:00', 'Night'],
    ]);
    expect(berlin?.stretches[0]?.from).toBe('2026-06-01T22:00:00.000Z');
  });

  it('have 23 hours when daylight saving time starts, and skip playlists without content', () => {
    const rows = [row('Empty', { activated_at: AT, is_playable: false }), row('Main', { is_main: true })];
    const [day] = createDayPlans([{ deviceId: 'a', timeZone: 'Europe/Berlin', rows }], AT, '2026-03-29');
    expect(Date.parse(day?.to ?? '') - Date.parse(day?.from ?? '')).toBe(23 * 3_600_000);
    expect(day?.stretches).toMatchObject([{ shows: { name: 'Main' }, why: 'main' }]);
  });
});

describe('day plans of the API', () => {
  let test: TestApp;
  let ana: TestPerson;
  beforeAll(async () => {
    test = await openTestApp();
    ana = await aPerson(test, { devices: 10 });
  });
  afterAll(() => test.close());

  it('match the publishes, without deleted devices and those of others', async () => {
    const album = await anAlbum(ana);
    await aStoredPhoto(test, ana, album._id);
    const playlist = await aPlaylist(ana, { name: 'Summer', albumIds: [album._id] });
    const device = await aDevice(ana, await aScreen(test), { timeZone: 'UTC' });
    const schedule = { startTime: '10:00', endTime: '12:00' };
    await ana.call('POST', '/publishes', { playlistId: playlist._id, deviceId: device._id, schedule });
    const sendRequest = (deviceId: string[], more: object = {}) => ana.call('POST', '/publishes/days', { deviceId, ...more });
    const days = (await sendRequest([device._id, newId()], { date: '2026-06-01' })).json<{ result: DayPlan[] }>().result;
    expect(days).toMatchObject([{ deviceId: device._id, timeZone: 'UTC', date: '2026-06-01' }]);
    expect(days[0]?.stretches.map(({ shows, why }) => [shows?.name ?? null, why])).toEqual([
      [null, 'idle'],
      ['Summer', 'schedule'],
      [null, 'idle'],
    ]);
    const [theirs = ''] = await createDevices(test, await aPerson(test), { count: 1 });
    expect((await sendRequest([device._id, theirs])).statusCode).toBe(404);
    expect((await sendRequest(Array.from({ length: 51 }, newId))).statusCode).toBe(422);
    expect((await sendRequest([device._id], { date: '2026-13-01' })).statusCode).toBe(422);
  });
});
