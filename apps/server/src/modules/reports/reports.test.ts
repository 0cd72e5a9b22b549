import type { Play, PlaysReport } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDevice, anAlbum, aPerson, aPhoto, aPlaylist, aScreen, type TestPerson, type TestScreen } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  // The middle of an hour after noon, because plays of the last minute must count for this hour, and those of three hours ago for this day.
  test.clock.offsetMs = new Date().setUTCHours(12, 30, 0, 0) - Date.now();
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test, { devices: 100 });
  ben = await aPerson(test, { devices: 10 });
});

const today = () => test.clock.now().toISOString().slice(0, 10);
const week = () => `from=${new Date(test.clock.now().getTime() - 6 * 86_400_000).toISOString().slice(0, 10)}&to=${today()}`;
const read = async (person: TestPerson, query: string) => {
  const answer = await person.call('GET', `/reports/plays?${week()}&${query}`);
  expect(answer.json()).toMatchObject({ error: false });
  return answer.json<{ result: PlaysReport }>().result;
};
const refusal = async (person: TestPerson, url: string) => (await person.call('GET', url)).json<{ code: string }>().code;
const rowsOf = ({ rows }: PlaysReport) => rows.map(({ name, key, count }) => [name ?? key, count]);

/** Adds a screen in UTC that was added long ago, so that it can report any time. */
async function addScreen(person: TestPerson, name: string): Promise<{ screen: TestScreen; deviceId: string }> {
  const screen = await aScreen(test);
  const { _id: deviceId } = await aDevice(person, screen, { name, timeZone: 'UTC' });
  await test.db
    .updateTable('devices')
    .set({ created_at: new Date(test.clock.now().getTime() - 30 * 86_400_000) })
    .where('id', '=', deviceId)
    .execute();
  return { screen, deviceId };
}

let sequence = 0;
async function report(
  { screen, deviceId }: { screen: TestScreen; deviceId: string },
  ...plays: (Pick<Play, 'playlistId' | 'mediaId'> & Partial<Play> & { minutesAgo?: number })[]
) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/screens/plays',
    headers: { authorization: `Screen ${screen.deviceId}:${screen.secret}` },
    payload: {
      plays: plays.map(({ minutesAgo = 1, ...play }) => ({
        sequence: ++sequence,
        deviceId,
        startedAt: new Date(test.clock.now().getTime() - minutesAgo * 60_000).toISOString(),
        count: 1,
        shownMs: 10_000,
        ...play,
      })),
    },
  });
  expect(answer.statusCode).toBe(200);
}

/** Two screens, of which the first one has the tag North, and a playlist with a photo. */
async function aFleet() {
  const album = await anAlbum(ana);
  const photo = await aPhoto(test, ana, album._id, { name: '=SUM(A1).jpg' });
  const playlist = await aPlaylist(ana, { name: 'Menu', albumIds: [album._id] });
  const [lobby, kitchen] = [await addScreen(ana, 'Lobby'), await addScreen(ana, 'Kitchen')];
  await ana.call('POST', '/devices/many/tags', { deviceId: [lobby.deviceId], add: ['North'], remove: [] });
  const [tag] = await test.db.selectFrom('device_tags').select('id').where('user_id', '=', ana.user._id).execute();
  const item = { playlistId: playlist._id, mediaId: photo._id };
  await report(lobby, { ...item, count: 3, shownMs: 30_000 }, { ...item, minutesAgo: 181, count: 2, shownMs: 20_000 });
  await report(kitchen, { ...item, count: 1 }, { playlistId: newId(), mediaId: newId(), zone: 'side', count: 4, shownMs: 40_000 });
  return { lobby, kitchen, tagId: tag?.id ?? '', item };
}

describe('a report of plays', () => {
  it('sums plays by screen, tag, playlist, item, zone, day and hour', async () => {
    const { tagId, item } = await aFleet();
    const screens = await read(ana, 'groupBy=screen');
    expect(screens).toMatchObject({ count: 10, shownMs: 100_000, screens: 2, timeZones: ['UTC'], missingDays: 0, summedAt: null });
    expect(rowsOf(screens)).toEqual([
      ['Kitchen', 5],
      ['Lobby', 5],
    ]);
    expect(rowsOf(await read(ana, 'groupBy=tag'))).toEqual([['North', 5]]);
    expect(rowsOf(await read(ana, 'groupBy=item'))).toEqual([
      ['=SUM(A1)', 6],
      [expect.any(String), 4],
    ]);
    expect((await read(ana, 'groupBy=playlist')).rows.map(({ name }) => name)).toEqual(['Menu', null]);
    expect(rowsOf(await read(ana, 'groupBy=zone'))).toEqual([
      ['main', 6],
      ['side', 4],
    ]);
    expect(rowsOf(await read(ana, 'groupBy=day'))).toEqual([[today(), 10]]);
    expect(rowsOf(await read(ana, 'groupBy=hour'))).toEqual([
      ['9', 2],
      ['12', 8],
    ]);
    expect((await read(ana, `groupBy=hour&tagId=${tagId}&mediaId=${item.mediaId}`)).filters).toEqual({
      screen: null,
      tag: 'North',
      playlist: null,
      item: '=SUM(A1)',
    });
  });

  it('is narrowed by screen, tag, playlist, item, zone and hours', async () => {
    const { lobby, tagId, item } = await aFleet();
    const count = async (query: string) => (await read(ana, query)).count;
    expect(await count(`deviceId=${lobby.deviceId}`)).toBe(5);
    expect(await count(`tagId=${tagId}`)).toBe(5);
    expect(await count(`playlistId=${item.playlistId}`)).toBe(6);
    expect(await count(`mediaId=${item.mediaId}`)).toBe(6);
    expect(await count('zone=side')).toBe(4);
    expect(await count('fromHour=8&toHour=10')).toBe(2);
    expect(await count(`deviceId=${lobby.deviceId}&fromHour=12&toHour=12`)).toBe(3);
  });

  it('has only own screens, and those of the family for its members', async () => {
    const { lobby, tagId } = await aFleet();
    expect((await read(ben, '')).screens).toBe(0);
    expect(await refusal(ben, `/reports/plays?${week()}&deviceId=${lobby.deviceId}`)).toBe('NOT_FOUND');
    expect(await refusal(ben, `/reports/plays?${week()}&tagId=${tagId}`)).toBe('NOT_FOUND');
    expect(await refusal(ben, `/streams/reports/plays?${week()}&deviceId=${lobby.deviceId}`)).toBe('NOT_FOUND');
    expect(await refusal(ben, `/reports/screens?${week()}&userId=${ana.user._id}`)).toBe('NOT_FOUND');
    const { orgId } = await aFamily(test, ana, [ben]);
    expect((await read(ben, `orgId=${orgId}`)).screens).toBe(0);
    await test.db.updateTable('devices').set({ org_id: orgId }).where('id', '=', lobby.deviceId).execute();
    const shared = await read(ben, `orgId=${orgId}&groupBy=item`);
    // The album is private to Ana.
    expect([shared.count, shared.rows[0]?.name]).toEqual([5, null]);
  });

  it('rejects periods that are too long or reversed, unknown groups and positions that no page has', async () => {
    const url = (query: string) => `/reports/plays?${query}`;
    for (const query of [
      'from=2024-01-01&to=2026-01-01',
      'from=2026-02-02&to=2026-02-01',
      'from=2026-02-31&to=2026-03-01',
      `${week()}&groupBy=moon`,
      `${week()}&after=nowhere`,
      `${week()}&groupBy=item&after=${newId()} many`,
      `${week()}&fromHour=9&toHour=3`,
      `${week()}&fromHour=25`,
      `${week()}&tagId=1`,
    ])
      expect([query, await refusal(ana, url(query))]).toEqual([query, 'INVALID']);
    expect(await refusal(ana, url(`${week()}&tagId=${newId()}`))).toBe('NOT_FOUND');
  });

  it('lists many screens page by page', async () => {
    await createDevices(test, ana, { count: 60 });
    const first = await read(ana, 'groupBy=screen');
    const second = await read(ana, `groupBy=screen&after=${encodeURIComponent(first.next ?? '')}`);
    const third = await read(ana, `groupBy=screen&after=${encodeURIComponent(second.next ?? '')}`);
    const names = [first, second, third].flatMap(({ rows }) => rows.map(({ name }) => name));
    expect([names.length, new Set(names).size, third.next]).toEqual([60, 60, null]);
  });
});

describe('sums of accounts with many screens', () => {
  it('equal the plays, also of tags, and follow plays that arrive late', async () => {
    const { lobby, tagId, item } = await aFleet();
    const queries = ['item', 'playlist', 'zone', 'day', 'hour', 'tag'].flatMap((group) => [
      `groupBy=${group}`,
      `groupBy=${group}&tagId=${tagId}`,
      `groupBy=${group}&fromHour=11&toHour=23&mediaId=${item.mediaId}`,
    ]);
    const readAll = async () => {
      const all = [];
      for (const query of queries) all.push([query, rowsOf(await read(ana, query))]);
      return all;
    };
    const expected = await readAll();
    await createDevices(test, ana, { count: 20 });
    expect((await read(ana, 'groupBy=item')).missingDays).toBe(7);
    await test.runWorkerTasks('reports.sums');
    expect((await read(ana, 'groupBy=item')).missingDays).toBe(0);
    expect(await readAll()).toEqual(expected);
    await report(lobby, { ...item, minutesAgo: 3 * 1440, count: 7, shownMs: 70_000 });
    expect((await read(ana, 'groupBy=item')).count).toBe(10);
    await test.runWorkerTasks('reports.sums');
    expect((await read(ana, 'groupBy=item')).count).toBe(17);
    expect((await read(ana, `groupBy=day&tagId=${tagId}`)).count).toBe(12);
  });
});

describe('an export', () => {
  const csv = async (person: TestPerson, query: string) => {
    const answer = await person.call('GET', `/streams/reports/plays?${week()}&${query}`);
    expect(answer.headers['content-type']).toContain('text/csv');
    return answer.body.split('\r\n');
  };

  it('has a line for each day, screen, playlist and item, without formulas', async () => {
    const { item } = await aFleet();
    const lines = await csv(ana, '');
    expect(lines[0]).toContain('Day,Screen,Time zone,Playlist,Item,Zone,Plays,Shown (s),Playlist id,Item id');
    expect(lines).toContain(`${today()},Lobby,UTC,Menu,'=SUM(A1),main,5,50,${item.playlistId},${item.mediaId}`);
    expect(lines.filter((line) => line.startsWith(today()))).toHaveLength(3);
    expect((await csv(ana, 'fromHour=9&toHour=9')).filter((line) => line.startsWith(today()))).toHaveLength(1);
  });

  it('has the rows of the table', async () => {
    await aFleet();
    expect((await csv(ana, 'groupBy=hour')).slice(1)).toEqual(['09:00,2,20,', '12:00,8,80,', '']);
  });

  it('has all rows of a screen with more rows than are read at a time', async () => {
    const { lobby } = await aFleet();
    await sql`insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms)
      select ${lobby.deviceId}::uuid, ${today()}::date, gen_random_uuid(), gen_random_uuid(), 1, 1000 from generate_series(1, 6000)`.execute(
      test.db,
    );
    const lines = await csv(ana, `deviceId=${lobby.deviceId}`);
    expect(new Set(lines).size).toBe(6000 + 3);
  });

  it('has all playlists and items, also those without a name', async () => {
    const { lobby } = await aFleet();
    await sql`insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms)
      select ${lobby.deviceId}::uuid, ${today()}::date, gen_random_uuid(), gen_random_uuid(), 1, 1000 from generate_series(1, 2500)`.execute(
      test.db,
    );
    const listed = async (query: string) => new Set(await csv(ana, query)).size;
    const [playlists, items] = [await listed('groupBy=playlist'), await listed('groupBy=item')];
    expect(playlists).toBeGreaterThan(2500);
    expect(items).toBeGreaterThan(2500);
  });

  it('of more items than fit is refused before it starts, and the next one can run', async () => {
    const { lobby } = await aFleet();
    await sql`insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms)
      select ${lobby.deviceId}::uuid, ${today()}::date, ${newId()}::uuid, gen_random_uuid(), 1, 1000 from generate_series(1, 50001)`.execute(
      test.db,
    );
    expect(await refusal(ana, `/streams/reports/plays?${week()}&groupBy=item`)).toBe('REPORT_TOO_LARGE');
    expect((await csv(ana, 'groupBy=playlist')).length).toBeGreaterThan(2);
  });

  it('runs one at a time for an account', async () => {
    await aFleet();
    await sql`insert into report_exports (user_id, token, until) values (${ana.user._id}::uuid, 'x', now() + interval '1 minute')`.execute(
      test.db,
    );
    expect(await refusal(ana, `/streams/reports/plays?${week()}`)).toBe('EXPORT_RUNNING');
    expect(await refusal(ana, `/reports/screens/csv?${week()}`)).toBe('EXPORT_RUNNING');
    await sql`update report_exports set until = now() - interval '1 second' where user_id = ${ana.user._id}::uuid`.execute(test.db);
    expect((await csv(ana, '')).length).toBeGreaterThan(3);
    // Its end releases it.
    expect((await csv(ana, '')).length).toBeGreaterThan(3);
  });
});
