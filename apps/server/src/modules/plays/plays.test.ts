import type { Device, DevicePlays, Play } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  // Noon, because plays started a minute ago must count for the same day.
  test.clock.offsetMs = new Date().setUTCHours(12, 0, 0, 0) - Date.now();
  ana = await aPerson(test, { devices: 100 });
  ben = await aPerson(test, { devices: 10 });
});
afterAll(() => test.close());

/** A new screen and device of Ana's for each test. */
let screen: TestScreen;
let device: Device;
beforeEach(async () => {
  screen = await aScreen(test);
  device = await aDevice(ana, screen);
  await addedDaysAgo(30);
});

/** Sets the age of the device by the test's clock, which limits the plays that it can report. */
const addedDaysAgo = (days: number) =>
  test.db
    .updateTable('devices')
    .set({ created_at: new Date(test.clock.now().getTime() - days * 86_400_000) })
    .where('id', '=', device._id)
    .execute();

const playlistId = newId();
const mediaId = newId();
const aPlay = (sequence: number, overrides: Partial<Play> = {}): Play => ({
  sequence,
  deviceId: device._id,
  playlistId,
  mediaId,
  startedAt: new Date(test.clock.now().getTime() - 60_000).toISOString(),
  count: 1,
  shownMs: 5000,
  ...overrides,
});
const plays = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => aPlay(from + index));
const report = (body: unknown, { deviceId, secret }: Pick<TestScreen, 'deviceId' | 'secret'> = screen) =>
  test.app.inject({
    method: 'POST',
    url: '/api/screens/plays',
    headers: { authorization: `Screen ${deviceId}:${secret}` },
    payload: body as object,
  });
const readPlays = async (query = '', id = device._id) =>
  (await ana.call('GET', `/devices/${id}/plays${query}`)).json<{ result: DevicePlays }>().result;

describe('plays reported by a screen', () => {
  it('that replaced another one are limited to the time since then, and add to those of the device', async () => {
    await report({ plays: plays(1, 3), lost: 2 });
    const after = await aScreen(test);
    await ana.call('PUT', `/devices/${device._id}/screen`, { deviceId: after.deviceId, replacedDeviceId: screen.deviceId });
    expect((await report({ plays: plays(4, 5) })).json()).toMatchObject({ code: 'SCREEN_UNKNOWN' });
    expect((await report({ plays: plays(1, 2) }, after)).json()).toMatchObject({ result: { sequence: 2 } });
    expect(await readPlays()).toMatchObject({ count: 5, shownMs: 25_000 });
    const day = 86_400_000;
    const startedAt = new Date(test.clock.now().getTime() - day).toISOString();
    await report({ plays: [aPlay(3, { startedAt, count: 1000, shownMs: day })] }, after);
    const yesterday = startedAt.slice(0, 10);
    expect((await readPlays(`?from=${yesterday}&to=${yesterday}`)).shownMs).toBeLessThan(600_000);
  });

  it('are counted, and the response contains the last counted number', async () => {
    const answer = await report({ plays: plays(1, 3), lost: 2 });
    expect(answer.json()).toEqual({ error: false, result: { sequence: 3 } });
    expect(await readPlays()).toMatchObject({ count: 3, shownMs: 15_000, lost: 2 });
  });

  it('count once, regardless of how often and in which parts they are sent', async () => {
    await report({ plays: plays(1, 10) });
    await report({ plays: plays(1, 10) });
    expect((await report({ plays: plays(6, 14) })).json()).toMatchObject({ result: { sequence: 14 } });
    expect((await report({ plays: plays(2, 4) })).json()).toMatchObject({ result: { sequence: 14 } });
    expect(await readPlays()).toMatchObject({ count: 14, shownMs: 70_000 });
  });

  it('of several zones at once are all counted, with the zone of each', async () => {
    await report({ plays: [aPlay(1)] });
    const [inMain, inSide, inBottom] = [newId(), newId(), newId()];
    test.clock.offsetMs += 600_000;
    const shownMs = 540_000;
    const startedAt = new Date(test.clock.now().getTime() - 600_000).toISOString();
    await report({
      plays: [
        aPlay(2, { mediaId: inMain, shownMs, startedAt }),
        aPlay(3, { mediaId: inSide, shownMs, startedAt, zone: 'side' }),
        aPlay(4, { mediaId: inBottom, shownMs, startedAt, zone: 'bottom' }),
      ],
    });
    expect(await readPlays()).toMatchObject({ count: 4, shownMs: 5000 + 3 * shownMs });
    const rows = await test.db.selectFrom('device_plays').select(['media_id', 'zone']).where('device_id', '=', device._id).execute();
    expect(new Map(rows.map((row) => [row.media_id, row.zone]))).toEqual(
      new Map([
        [mediaId, 'main'],
        [inMain, 'main'],
        [inSide, 'side'],
        [inBottom, 'bottom'],
      ]),
    );
    expect((await report({ plays: [aPlay(5, { zone: 'main' as never })] })).statusCode).toBe(422);
  });

  it('count once when they are sent twice at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, () => report({ plays: plays(1, 20) })));
    expect(await readPlays()).toMatchObject({ count: 20 });
  });

  it('count in any order within a batch, and a number twice in it once', async () => {
    await report({ plays: [aPlay(3), aPlay(1), aPlay(2), aPlay(2)] });
    expect(await readPlays()).toMatchObject({ count: 3 });
  });

  it("are refused without the screen's secret", async () => {
    for (const secret of ['guessed', ''])
      expect((await report({ plays: plays(1, 1) }, { deviceId: screen.deviceId, secret })).statusCode).toBe(401);
    expect(await readPlays()).toMatchObject({ count: 0 });
  });

  it('count for the device of the reporting screen only', async () => {
    const other = await aScreen(test);
    const benDevice = await aDevice(ben, other);
    expect((await report({ plays: plays(1, 3) }, other)).json()).toMatchObject({ result: { sequence: 3 } });
    expect(await readPlays()).toMatchObject({ count: 0 });
    const answer = await ben.call('GET', `/devices/${benDevice._id}/plays`);
    expect(answer.json()).toMatchObject({ result: { count: 0 } });
  });

  it('of an earlier owner do not count for the next one, and those of unowned screens are discarded', async () => {
    await ana.call('DELETE', `/devices/${device._id}`);
    expect((await report({ plays: plays(1, 2) })).json()).toMatchObject({ result: { sequence: 2 } });
    const next = await aDevice(ana, screen);
    await report({ plays: [aPlay(3), aPlay(4, { deviceId: next._id })] });
    expect(await readPlays('', next._id)).toMatchObject({ count: 1 });
  });

  it('keep their numbering over a factory reset, and count for the new owner', async () => {
    await report({ plays: plays(1, 5) });
    const payload = { deviceId: screen.deviceId, secret: screen.secret, reset: true };
    const reset = await test.app.inject({ method: 'POST', url: '/api/register/device', payload });
    const renamed = reset.json<{ result: { deviceId: string; secret: string } }>().result;
    expect((await report({ plays: plays(6, 7) })).statusCode).toBe(401);
    const answer = await ben.call('POST', '/devices', { name: 'Hall', deviceId: renamed.deviceId, timeZone: 'UTC' });
    const owned = answer.json<{ result: Device }>().result;
    await report({ plays: [aPlay(5), aPlay(6), aPlay(7, { deviceId: owned._id })] }, renamed);
    expect((await ben.call('GET', `/devices/${owned._id}/plays`)).json()).toMatchObject({ result: { count: 1 } });
  });

  it.each([
    ['no plays', { plays: [] }],
    ['too many', () => ({ plays: plays(1, 101) })],
    ['a number below one', () => ({ plays: [aPlay(0)] })],
    ['a negative time', () => ({ plays: [aPlay(1, { shownMs: -1 })] })],
    ['an excessive count', () => ({ plays: [aPlay(1, { count: 1e12 })] })],
    ['an invalid date', () => ({ plays: [aPlay(1, { startedAt: 'yesterday' })] })],
    ['an invalid id', () => ({ plays: [aPlay(1, { mediaId: "'; drop table" })] })],
    ['an unknown field', () => ({ plays: [{ ...aPlay(1), extra: 1 }] })],
  ])('are refused with %s, and nothing is counted', async (_what, body) => {
    const answer = await report(typeof body === 'function' ? body() : body);
    expect(answer.statusCode).toBe(422);
    expect(await readPlays()).toMatchObject({ count: 0 });
  });
});

describe('plays beyond the time that has passed', () => {
  const HOUR_MS = 3_600_000;
  /** Reports of 100 plays, each of a day, dated 2999. */
  const claim = (from: number) =>
    report({
      plays: plays(from, from + 99).map((play) => ({
        ...play,
        startedAt: '2999-01-01T00:00:00.000Z',
        count: 1_000_000,
        shownMs: 86_400_000,
      })),
    });

  it('are not counted over several reports with impossible claims', async () => {
    await addedDaysAgo(0);
    for (const from of [1, 101, 201, 301, 401]) await claim(from);
    const { count, shownMs } = await readPlays();
    expect(shownMs).toBeLessThanOrEqual(6 * 60_000);
    expect(count).toBeLessThanOrEqual(6 * 60 * 4);
    test.clock.offsetMs += HOUR_MS;
    await claim(501);
    expect((await readPlays()).shownMs).toBeLessThanOrEqual(HOUR_MS + 7 * 60_000);
    test.clock.offsetMs -= HOUR_MS;
  });

  it('are not counted when reports come at the same time', async () => {
    await addedDaysAgo(0);
    await Promise.all(Array.from({ length: 5 }, (_, at) => claim(1 + at * 100)));
    expect((await readPlays()).shownMs).toBeLessThanOrEqual(6 * 60_000);
  });

  it('are counted in full after a month without a connection, over many reports', async () => {
    const days = (from: number) => plays(from, from + 9).map((play) => ({ ...play, count: 17_280, shownMs: 86_400_000 }));
    await addedDaysAgo(40);
    for (const from of [1, 11, 21]) await report({ plays: days(from) });
    expect((await readPlays()).shownMs).toBe(30 * 86_400_000);
  });

  it('count on no day before the screen became the device', async () => {
    await addedDaysAgo(2);
    await report({ plays: [aPlay(1, { startedAt: '2001-01-01T00:00:00.000Z' })] });
    const [row] = await test.db.selectFrom('device_plays').select('day').where('device_id', '=', device._id).execute();
    expect(String(row?.day) >= new Date(test.clock.now().getTime() - 3 * 86_400_000).toISOString().slice(0, 10)).toBe(true);
  });
});

describe('the plays of a device', () => {
  it('are counted by day in the device’s time zone', async () => {
    screen = await aScreen(test);
    device = await aDevice(ana, screen, { timeZone: 'Asia/Kolkata' });
    await addedDaysAgo(30);
    const day = (ago: number) => new Date(test.clock.now().getTime() + 5.5 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
    // 18:30 UTC is midnight in this time zone.
    await report({
      plays: [
        aPlay(1, { startedAt: `${day(3)}T18:29:00.000Z` }),
        aPlay(2, { startedAt: `${day(3)}T18:31:00.000Z`, count: 4, shownMs: 20_000 }),
        aPlay(3, { startedAt: test.clock.now().toISOString() }),
      ],
    });
    const { from, to, days, count } = await readPlays(`?from=${day(3)}&to=${day(2)}`);
    expect({ from, to, days, count }).toEqual({
      from: day(3),
      to: day(2),
      days: [
        { day: day(3), count: 1, shownMs: 5000 },
        { day: day(2), count: 4, shownMs: 20_000 },
      ],
      count: 5,
    });
    expect(await readPlays()).toMatchObject({ from: day(0), to: day(0), count: 1 });
    expect(await readPlays(`?from=${day(9)}`)).toMatchObject({ to: day(0), count: 6 });
  });

  it('count on the nearest possible day when their date is impossible', async () => {
    const years = (count: number) => new Date(Date.now() + count * 365 * 86_400_000).toISOString();
    await report({ plays: [aPlay(1, { startedAt: years(10) }), aPlay(2, { startedAt: years(-10) })] });
    expect(await readPlays()).toMatchObject({ count: 1 });
  });

  it('are listed by existing media and playlists, most shown first', async () => {
    const album = await anAlbum(ana);
    const photo = await aPhoto(test, ana, album._id, { name: 'Harbour.jpg' });
    const playlist = await aPlaylist(ana, { name: 'Evenings', albumIds: [album._id] });
    const known = { playlistId: playlist._id, mediaId: photo._id };
    await report({ plays: [aPlay(1), aPlay(2, { ...known, count: 7 })] });
    const { media, playlists } = await readPlays();
    expect(media).toMatchObject([
      { mediaId: photo._id, name: photo.name, thumbnailKey: photo.mediaFile.key, count: 7 },
      { mediaId, name: null, thumbnailKey: null, count: 1 },
    ]);
    expect(playlists).toMatchObject([
      { playlistId: playlist._id, name: 'Evenings', count: 7 },
      { name: null, count: 1 },
    ]);
  });

  it('never name objects of another account', async () => {
    const album = await anAlbum(ben);
    const photo = await aPhoto(test, ben, album._id, { name: 'Secret.jpg' });
    const playlist = await aPlaylist(ben, { name: 'Secret', albumIds: [album._id] });
    await report({ plays: [aPlay(1, { playlistId: playlist._id, mediaId: photo._id })] });
    expect(JSON.stringify(await readPlays())).not.toContain('ecret');
  });

  it('are visible only to accounts with access to the device', async () => {
    expect((await ben.call('GET', `/devices/${device._id}/plays`)).statusCode).toBe(404);
  });

  it.each(['?from=2026-02-30', '?from=soon', '?from=2026-03-02&to=2026-03-01', '?from=2020-01-01&to=2026-01-01'])(
    'cannot be read for %s',
    async (query) => {
      expect((await ana.call('GET', `/devices/${device._id}/plays${query}`)).statusCode).toBe(422);
    },
  );

  it('are deleted after a year', async () => {
    await report({ plays: plays(1, 1) });
    await test.db.updateTable('device_plays').set({ day: '2024-01-01' }).where('device_id', '=', device._id).execute();
    for (const task of test.modules.workerTasks) if (task.name === 'plays.forget') await task.run();
    expect(await test.db.selectFrom('device_plays').select('count').where('device_id', '=', device._id).execute()).toEqual([]);
  });
});
