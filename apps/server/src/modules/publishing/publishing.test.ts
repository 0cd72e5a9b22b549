import { createHash } from 'node:crypto';
import type { Manifest, Publish } from '@vitrine/contract';
import { getOffset } from '@vitrine/playback';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { toUuidArray } from '../../platform/database/database.ts';
import { newId, newIds } from '../../platform/ids.ts';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPhoto,
  aPlaylist,
  aScreen,
  type TestPerson,
  type TestScreen,
  uploadFile,
} from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const YEAR_MS = 365 * 86_400_000;

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());

/** Creates an album with one photo, a playlist of it, and a screen that is a device. */
async function aPublishableDevice() {
  const album = await anAlbum(ana);
  await aPhoto(test, ana, album._id);
  const playlist = await aPlaylist(ana, { albumIds: [album._id] });
  const screen = await aScreen(test);
  const device = await aDevice(ana, screen);
  return { album, playlist, screen, device };
}

const publish = (playlistId: string, deviceId: string | string[], more: object = {}) =>
  ana.call('POST', '/publishes', { playlistId, deviceId, ...more });
const manifestOf = async (screen: TestScreen) => (await screen.get('/screens/manifest')).json<{ result: Manifest }>().result;

describe('publishing', () => {
  it('gives the screen a manifest with the checksums of its files', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    const answer = await publish(playlist._id, device._id);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      message: 'Playlist deployed successfully.',
      result: [{ status: 'active', mainPlaylist: false }],
    });

    const manifest = await manifestOf(screen);
    expect(manifest).toMatchObject({ revision: 2, publishes: [{ name: 'Evenings', items: [{ kind: 'image', durationMs: 5000 }] }] });
    const [file] = manifest.files;
    const bytes = (await screen.get(`/screens/files/${file?.sha256}`)).rawPayload;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
    expect(bytes.length).toBe(file?.sizeBytes);
  });

  it('returns a range of a file, so that a download can be resumed', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    await publish(playlist._id, device._id);
    const [file] = (await manifestOf(screen)).files;
    const whole = (await screen.get(`/screens/files/${file?.sha256}`)).rawPayload;
    const rest = await screen.get(`/screens/files/${file?.sha256}`, { range: 'bytes=100-' });
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload.equals(whole.subarray(100))).toBe(true);
  });

  it('answers 304 to a screen that has the newest manifest', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    await publish(playlist._id, device._id);
    const first = await screen.get('/screens/manifest');
    expect((await screen.get('/screens/manifest', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
  });

  it('includes the UTC offsets of the device’s time zone, and sends the manifest again when they are extended', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    await publish(playlist._id, device._id);
    const first = await screen.get('/screens/manifest');
    const { utcOffsets, timeZone } = first.json<{ result: Manifest }>().result.device ?? {};
    const now = test.clock.now().getTime();
    expect(utcOffsets?.until).toBeGreaterThan(now + 2 * YEAR_MS);
    expect(getOffset(now, { timeZone: 'Mars/Olympus_Mons', utcOffsets })).toBe(getOffset(now, timeZone ?? ''));
    test.clock.offsetMs += YEAR_MS / 2;
    const later = await screen.get('/screens/manifest', { 'if-none-match': String(first.headers.etag) });
    expect(later.json<{ result: Manifest }>().result.device?.utcOffsets?.until).toBeGreaterThan(utcOffsets?.until ?? 0);
    test.clock.offsetMs -= YEAR_MS / 2;
  });

  it('refuses files that are not in the screen’s manifest', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    await publish(playlist._id, device._id);
    const [file] = (await manifestOf(screen)).files;
    const stranger = await aScreen(test);
    expect((await stranger.get(`/screens/files/${file?.sha256}`)).statusCode).toBe(404);
    expect((await screen.get(`/screens/files/${'0'.repeat(64)}`)).statusCode).toBe(404);
  });

  it('refuses a playlist with nothing to show, without changing the manifest', async () => {
    const { screen, device } = await aPublishableDevice();
    const empty = await aPlaylist(ana, { name: 'Empty' });
    expect((await publish(empty._id, device._id)).json()).toMatchObject({ code: 'PLAYLIST_EMPTY' });
    expect((await manifestOf(screen)).revision).toBe(1);
  });

  it('accepts a playlist whose pictures are still being processed, and adds each when it is ready', async () => {
    const [album, screen] = [await anAlbum(ana), await aScreen(test)];
    const [playlist, device] = [await aPlaylist(ana, { albumIds: [album._id] }), await aDevice(ana, screen)];
    const upload = async () => {
      const { key } = await uploadFile(test, ana, { name: 'photo.jpg', bytes: await aJpeg() });
      await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
      return key;
    };
    await upload();
    const second = await upload();
    await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 day' where key = ${`media:${second}`}`.execute(test.db);
    expect((await publish(playlist._id, device._id)).statusCode).toBe(201);
    expect((await manifestOf(screen)).publishes[0]?.items).toEqual([]);
    const shown = async () => {
      const before = await manifestOf(screen);
      await test.runJobs();
      const manifest = await manifestOf(screen);
      expect(manifest.revision).toBeGreaterThan(before.revision);
      return manifest.publishes[0]?.items.length;
    };
    expect(await shown()).toBe(1);
    await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`media:${second}`}`.execute(test.db);
    expect(await shown()).toBe(2);
  });

  it('refuses a playlist whose media all failed', async () => {
    const { album, playlist, device } = await aPublishableDevice();
    await test.db.updateTable('media').set({ status: 9, failure_reason: 'damaged' }).where('album_id', '=', album._id).execute();
    expect((await publish(playlist._id, device._id)).json()).toMatchObject({ code: 'PLAYLIST_EMPTY' });
  });

  it('refuses playlists and devices of other accounts without publishing to any device', async () => {
    const { playlist, device, screen } = await aPublishableDevice();
    const ben = await aPerson(test);
    const theirs = await aDevice(ben, await aScreen(test));
    expect((await ben.call('POST', '/publishes', { playlistId: playlist._id, deviceId: theirs._id })).statusCode).toBe(404);
    expect((await publish(playlist._id, [device._id, theirs._id])).statusCode).toBe(404);
    expect((await manifestOf(screen)).revision).toBe(1);
  });

  it('adds a new photo to the manifest with one new revision', async () => {
    const { album, playlist, screen, device } = await aPublishableDevice();
    await publish(playlist._id, device._id);
    const before = await manifestOf(screen);
    await aPhoto(test, ana, album._id, { colour: '#aa3300' });
    const after = await manifestOf(screen);
    expect(after.publishes[0]?.items).toHaveLength(2);
    expect(after.revision).toBe(before.revision + 1);
    await test.runJobs();
    expect((await manifestOf(screen)).revision).toBe(after.revision);
  });

  it('lists active and waiting playlists, and activates another one', async () => {
    const { album, playlist, device } = await aPublishableDevice();
    const second = await aPlaylist(ana, { name: 'Mornings', albumIds: [album._id] });
    await publish(playlist._id, device._id);
    await publish(second._id, device._id);
    const list = async () => (await ana.call('GET', `/publishes?deviceId=${device._id}`)).json<{ result: Publish[] }>().result;
    const states = async () => Object.fromEntries((await list()).map((entry) => [entry.playlistId.name, entry.status]));
    expect(await states()).toEqual({ Evenings: 'onqueue', Mornings: 'active' });
    const waiting = (await list()).find((entry) => entry.status === 'onqueue');
    await ana.call('PUT', `/publishes/${waiting?._id}`, { status: 'active' });
    expect(await states()).toEqual({ Evenings: 'active', Mornings: 'onqueue' });
  });

  it('keeps only one main playlist on a device', async () => {
    const { album, playlist, device } = await aPublishableDevice();
    const second = await aPlaylist(ana, { name: 'Mornings', albumIds: [album._id] });
    const [one] = (await publish(playlist._id, device._id)).json<{ result: Publish[] }>().result;
    const [two] = (await publish(second._id, device._id)).json<{ result: Publish[] }>().result;
    await ana.call('PUT', `/publishes/${one?._id}`, { mainPlaylist: true });
    await ana.call('PUT', `/publishes/${two?._id}`, { mainPlaylist: true });
    const { result } = (await ana.call('GET', `/publishes?deviceId=${device._id}`)).json<{ result: Publish[] }>();
    expect(result.filter((entry) => entry.mainPlaylist).map((entry) => entry._id)).toEqual([two?._id]);
  });

  it.each([
    [{ startTime: '10:00', endTime: '10:00' }, 'End time and Start time can not be same'],
    [{ startTime: undefined, endTime: '10:00' }, 'Please select Start Time'],
    [{ startTime: '', endTime: '10:00' }, 'Please select Start Time'],
    [{ startTime: '10:00' }, 'Please select End Time'],
    [{ startTime: '10:00', endTime: '11:00', repeat: 'Once' }, 'Please select a date'],
    [{ startTime: '10:00', endTime: '11:00', repeat: 'Weekly' }, 'Please select at least one day'],
    [{ startTime: '10:00', endTime: '11:00', repeat: 'Weekly', weekdays: [] }, 'Please select at least one day'],
    [{ startTime: '25:00', endTime: '11:00' }, 'Enter a time such as 18:30'],
  ])('refuses the schedule %o', async (schedule, message) => {
    const { playlist, device } = await aPublishableDevice();
    const [created] = (await publish(playlist._id, device._id)).json<{ result: Publish[] }>().result;
    expect((await ana.call('PUT', `/publishes/schedule/${created?._id}`, { schedule })).json()).toMatchObject({ code: 'INVALID', message });
    // An invalid schedule in a publish request has the same error and no effect.
    const other = await aPublishableDevice();
    expect((await publish(playlist._id, other.device._id, { schedule })).json()).toMatchObject({ code: 'INVALID', message });
    expect((await manifestOf(other.screen)).revision).toBe(1);
  });

  it('adds a schedule to the manifest and removes it', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    const [created] = (await publish(playlist._id, device._id)).json<{ result: Publish[] }>().result;
    await ana.call('PUT', `/publishes/schedule/${created?._id}`, { schedule: { startTime: '22:00', endTime: '02:00' } });
    expect((await manifestOf(screen)).publishes[0]?.schedule).toEqual({ startTime: '22:00', endTime: '02:00', repeat: 'Daily' });
    await ana.call('PUT', `/publishes/schedule/reset/${created?._id}`);
    expect((await manifestOf(screen)).publishes[0]?.schedule).toBeNull();
  });

  it('removes a playlist from one device, and a deleted playlist from all devices', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    const other = await aScreen(test);
    const otherDevice = await aDevice(ana, other);
    await publish(playlist._id, [device._id, otherDevice._id]);
    await ana.call('DELETE', `/publishes/playlist/delete?deviceId=${device._id}&playlistId=${playlist._id}`);
    expect((await manifestOf(screen)).publishes).toEqual([]);
    expect((await manifestOf(other)).publishes).toHaveLength(1);
    await ana.call('DELETE', `/playlists/${playlist._id}`);
    expect((await manifestOf(other)).publishes).toEqual([]);
  });

  it('does not deadlock when concurrent requests name the same devices in opposite order', async () => {
    const { playlist, device } = await aPublishableDevice();
    const second = await aDevice(ana, await aScreen(test));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => publish(playlist._id, turn % 2 ? [device._id, second._id] : [second._id, device._id])),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(201));
  });
});

describe('publishing to many devices', () => {
  /** Creates devices beyond a plan's limit, as many as one request may contain. */
  async function insertDevices(owner: TestPerson, size: number): Promise<string[]> {
    const ids = newIds(size);
    const screens = newIds(size);
    // Registered screens never get this letter.
    const codes = ids.map((_, index) => `Q${String(index).padStart(5, '0')}`);
    await sql`insert into screens (id, device_code, secret_hash, revision) select id, code, '\\x00', length(code) + (code > 'Q00050')::integer
      from unnest(${toUuidArray(screens)}, ${codes}::text[]) as given (id, code)`.execute(test.db);
    await sql`insert into devices (id, screen_id, name, time_zone, user_id) select id, screen_id, 'Wall', 'UTC', ${owner.user._id}
      from unnest(${toUuidArray(ids)}, ${toUuidArray(screens)}) as given (id, screen_id)`.execute(test.db);
    return ids;
  }

  it('assigns one revision above all previous ones, and changes nothing when a device belongs to another account', async () => {
    const bo = await aPerson(test);
    const album = await anAlbum(bo);
    await aPhoto(test, bo, album._id);
    const playlist = await aPlaylist(bo, { albumIds: [album._id] });
    const deviceIds = await insertDevices(bo, 120);
    const publishTo = (deviceId: string[]) => bo.call('POST', '/publishes', { playlistId: playlist._id, deviceId });
    const { device: theirs } = await aPublishableDevice();
    expect((await publishTo([...deviceIds, theirs._id])).statusCode).toBe(404);
    expect((await publishTo([...deviceIds, newId()])).statusCode).toBe(404);
    const revisions = async () =>
      (
        await sql<{ revision: number }>`select distinct revision from screens join devices on devices.screen_id = screens.id
          where devices.id = any(${toUuidArray(deviceIds)})`.execute(test.db)
      ).rows.map(({ revision }) => revision);
    expect(new Set(await revisions())).toEqual(new Set([6, 7]));
    const answer = await publishTo(deviceIds.map((id) => id.toUpperCase()));
    expect(answer.statusCode).toBe(201);
    // The response contains only the first 50 publishes.
    expect(answer.json<{ result: unknown[] }>().result).toHaveLength(50);
    expect(await revisions()).toEqual([8]);
  });

  it('creates no publish for missing or deleted objects', async () => {
    const { playlist, device } = await aPublishableDevice();
    const add = (playlistId: string, deviceId: string) =>
      test.db.insertInto('publishes').values({ id: newId(), playlist_id: playlistId, device_id: deviceId }).execute();
    await expect(add(playlist._id, newId())).rejects.toMatchObject({ code: '23503' });
    await expect(add(newId(), device._id)).rejects.toMatchObject({ code: '23503' });
    await add(playlist._id, device._id);
    await expect(
      test.db.updateTable('publishes').set({ device_id: newId() }).where('device_id', '=', device._id).execute(),
    ).rejects.toMatchObject({ code: '23503' });
    await test.db.deleteFrom('devices').where('id', '=', device._id).execute();
    expect(await test.db.selectFrom('publishes').select('id').where('device_id', '=', device._id).execute()).toEqual([]);
  });
});

describe('publishing with a schedule', () => {
  const LUNCH_SCHEDULE = { startTime: '12:00', endTime: '14:00', repeat: 'Daily' };
  const inZone = { timeZone: 'UTC' };
  const at = (hour: number) => {
    test.clock.offsetMs = 0;
    test.clock.offsetMs = Date.UTC(2026, 5, 1, hour) - test.clock.now().getTime();
  };
  const statesOf = async (deviceId: string) => {
    const { result } = (await ana.call('GET', `/publishes?deviceId=${deviceId}`)).json<{ result: Publish[] }>();
    return Object.fromEntries(result.map((entry) => [entry.playlistId.name, entry.status]));
  };
  afterEach(() => {
    test.clock.offsetMs = 0;
  });

  it('sends publish and schedule in one manifest, so that no screen shows the playlist early', async () => {
    at(9);
    const { album, playlist } = await aPublishableDevice();
    const menu = await aPlaylist(ana, { name: 'Menu', albumIds: [album._id] });
    const screens = [await aScreen(test), await aScreen(test)];
    const devices = await Promise.all(screens.map((screen) => aDevice(ana, screen, inZone)));
    const ids = devices.map(({ _id }) => _id);
    await publish(playlist._id, ids);
    const answer = await publish(menu._id, ids, { schedule: LUNCH_SCHEDULE });
    expect(answer.json()).toMatchObject({
      message: 'Playlist deployed successfully.',
      result: ids.map(() => ({ status: 'onqueue', schedule: LUNCH_SCHEDULE })),
    });
    for (const [index, screen] of screens.entries()) {
      const { revision, publishes } = await manifestOf(screen);
      // One revision for the added device and one for each publish.
      expect(revision).toBe(3);
      expect(publishes.find(({ name }) => name === 'Menu')?.schedule).toEqual(LUNCH_SCHEDULE);
      expect(await statesOf(ids[index] ?? '')).toEqual({ Evenings: 'active', Menu: 'onqueue' });
    }
    at(13);
    expect(await statesOf(ids[0] ?? '')).toEqual({ Evenings: 'onqueue', Menu: 'active' });
  });

  it('applies the schedule to existing publishes, and keeps existing ones without it', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    const schedules = async () => (await manifestOf(screen)).publishes.map(({ schedule }) => schedule);
    await publish(playlist._id, device._id);
    await publish(playlist._id, device._id, { schedule: LUNCH_SCHEDULE });
    expect(await schedules()).toEqual([LUNCH_SCHEDULE]);
    await publish(playlist._id, device._id);
    expect(await schedules()).toEqual([LUNCH_SCHEDULE]);
    const other = { ...LUNCH_SCHEDULE, repeat: 'Weekly', weekdays: [1] };
    await publish(playlist._id, device._id, { schedule: other });
    expect(await schedules()).toEqual([other]);
    expect((await publish(playlist._id, device._id, { schedule: null })).statusCode).toBe(422);
  });

  it('applies the schedule to a main playlist as well, and returns which publish is the main one', async () => {
    at(9);
    const { playlist, screen, device } = await aPublishableDevice();
    const second = await aDevice(ana, await aScreen(test), inZone);
    const [one] = (await publish(playlist._id, device._id)).json<{ result: Publish[] }>().result;
    await ana.call('PUT', `/publishes/${one?._id}`, { mainPlaylist: true });
    const { result } = (await publish(playlist._id, [device._id, second._id], { schedule: LUNCH_SCHEDULE })).json<{ result: Publish[] }>();
    const settingsByDevice = new Map(result.map((entry) => [entry.device_Id, [entry.mainPlaylist, entry.schedule]]));
    expect(settingsByDevice).toEqual(
      new Map([
        [device._id, [true, LUNCH_SCHEDULE]],
        [second._id, [false, LUNCH_SCHEDULE]],
      ]),
    );
    expect((await manifestOf(screen)).publishes).toMatchObject([{ main: true, schedule: LUNCH_SCHEDULE }]);
  });

  it('changes nothing when one of the devices belongs to another account', async () => {
    const { playlist, screen, device } = await aPublishableDevice();
    await publish(playlist._id, device._id);
    const theirs = await aDevice(await aPerson(test), await aScreen(test));
    expect((await publish(playlist._id, [device._id, theirs._id], { schedule: LUNCH_SCHEDULE })).statusCode).toBe(404);
    expect(await manifestOf(screen)).toMatchObject({ revision: 2, publishes: [{ schedule: null }] });
  });

  it('needs no more statements for many devices than for one', async () => {
    const { playlist, device } = await aPublishableDevice();
    const many: string[] = [];
    for (let count = 0; count < 8; count++) many.push((await aDevice(ana, await aScreen(test)))._id);
    const submit = vi.spyOn(pg.Query.prototype, 'submit');
    const statementsOf = async (ids: string[]) => {
      submit.mockClear();
      expect((await publish(playlist._id, ids, { schedule: LUNCH_SCHEDULE })).statusCode).toBe(201);
      return submit.mock.calls.length;
    };
    // The first publish serializes the contents of the playlist.
    await publish(playlist._id, device._id);
    const one = await statementsOf([device._id]);
    expect(one).toBeGreaterThan(5);
    // A new publish is added and sent with its contents; an existing one is not.
    expect(await statementsOf(many)).toBe(one + 3);
    expect(await statementsOf(many)).toBe(one);
    submit.mockRestore();
  });
});
