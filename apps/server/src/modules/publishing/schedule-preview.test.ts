/** The effect of a publish or a schedule on many devices before it is saved. The comparison itself is in `playback`. */
import type { SchedulePreview } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlaylist, aScreen, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const PREVIEW = '/publishes/preview';
const [LUNCH, EVENING] = [
  { startTime: '12:00', endTime: '14:00' },
  { startTime: '13:00', endTime: '20:00' },
];

let test: TestApp;
let ana: TestPerson;
let summer: string;
let menu: string;
/** Two devices that show the menu, and one without a playlist. */
let devices: string[];
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 20 });
  [summer, menu] = [await createPlaylist('Summer'), await createPlaylist('Menu')];
  test.clock.offsetMs = Date.UTC(2026, 5, 1, 10) - test.clock.now().getTime();
  devices = [];
  for (const name of ['Kitchen', 'Hall', 'Office']) devices.push((await aDevice(ana, await aScreen(test), { name, timeZone: 'UTC' }))._id);
  await ana.call('POST', '/publishes', { playlistId: menu, deviceId: devices.slice(0, 2), schedule: EVENING });
});
afterAll(() => test.close());

async function createPlaylist(name: string): Promise<string> {
  const album = await anAlbum(ana);
  await aStoredPhoto(test, ana, album._id);
  return (await aPlaylist(ana, { name, albumIds: [album._id] }))._id;
}

const preview = async (body: object, person = ana) =>
  (await person.call('POST', PREVIEW, body)).json<{ result: SchedulePreview; code?: string }>();
const day = (date: number, hour: number) => new Date(Date.UTC(2026, 5, date, hour)).toISOString();

describe('the preview of a publish', () => {
  it('joins devices with the same effect, and changes nothing', async () => {
    const { result } = await preview({ action: 'publish', playlistId: summer, deviceId: devices, schedule: LUNCH });
    expect(result).toMatchObject({ devices: 3, unchanged: 0, notCompared: 0, downloading: { devices: 3 }, tooLarge: { devices: 0 } });
    const [shared, alone] = result.cases;
    expect(shared).toMatchObject({ devices: 2, names: ['Hall', 'Kitchen'], timeZone: 'UTC', moreChanges: 8 });
    expect(shared?.changes.slice(0, 2)).toEqual([
      { from: day(1, 12), to: day(1, 13), before: null, after: { playlistId: summer, name: 'Summer' }, why: 'schedule' },
      {
        from: day(1, 13),
        to: day(1, 14),
        before: { playlistId: menu, name: 'Menu' },
        after: { playlistId: summer, name: 'Summer' },
        why: 'schedule',
      },
    ]);
    expect(shared?.losses[0]).toEqual({ from: day(1, 13), to: day(1, 14), playlistId: menu, name: 'Menu', why: 'updated' });
    expect(alone).toMatchObject({ devices: 1, names: ['Office'], losses: [] });
    const { result: published } = (await ana.call('GET', `/publishes?playlistId=${summer}`)).json<{ result: unknown[] }>();
    expect(published).toEqual([]);
  });

  it('names the schedule that keeps the playlist from being shown', async () => {
    await ana.call('PUT', '/publishes/many/schedule', {
      playlistId: menu,
      deviceId: devices,
      windows: [{ ...EVENING, repeat: 'Daily' }],
      priority: 9,
    });
    const { result } = await preview({ action: 'publish', playlistId: summer, deviceId: [devices[0]], schedule: LUNCH });
    expect(result.cases[0]?.changes[0]).toMatchObject({ from: day(1, 12), to: day(1, 13), before: null });
    expect(result.cases[0]?.losses[0]).toMatchObject({
      playlistId: summer,
      name: 'Summer',
      from: day(1, 13),
      to: day(1, 14),
      why: 'priority',
    });
  });

  it('includes all devices with a tag', async () => {
    await ana.call('POST', '/devices/many/tags', { deviceId: devices.slice(1), add: ['North'], remove: [] });
    const { result: tags } = (await ana.call('GET', `/devices/users/${ana.user._id}/tags`)).json<{ result: { _id: string }[] }>();
    const { result } = await preview({ action: 'publish', playlistId: summer, tagId: [tags[0]?._id], schedule: LUNCH });
    expect([result.devices, result.cases.flatMap(({ names }) => names).toSorted()]).toEqual([2, ['Hall', 'Office']]);
  });
});

describe('the preview of a schedule', () => {
  it('skips devices without the playlist, and lists what a removed schedule changes', async () => {
    const { result } = await preview({ action: 'schedule', playlistId: menu, deviceId: devices, schedule: null });
    expect(result).toMatchObject({ devices: 2, cases: [{ devices: 2, losses: [] }] });
    expect(result.cases[0]?.changes[0]).toMatchObject({ to: day(1, 13), before: null, after: { name: 'Menu' }, why: 'activated' });
  });

  it('reports that nothing changes', async () => {
    const { result } = await preview({
      action: 'schedule',
      playlistId: menu,
      deviceId: devices,
      windows: [{ ...EVENING, repeat: 'Daily' }],
      priority: 8,
    });
    expect(result).toMatchObject({ devices: 2, unchanged: 2, cases: [] });
  });

  it('refuses other accounts, and requests with devices and tags or without both', async () => {
    const ben = await aPerson(test, { devices: 1 });
    expect((await preview({ action: 'publish', playlistId: summer, deviceId: devices }, ben)).code).toBe('NOT_FOUND');
    for (const targets of [{}, { deviceId: devices, tagId: [devices[0]] }])
      expect((await ana.call('POST', PREVIEW, { action: 'publish', playlistId: summer, ...targets })).statusCode).toBe(422);
  });
});
