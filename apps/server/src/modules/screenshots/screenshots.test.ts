import { type DeviceScreenshots, SCREENSHOT_LIMITS } from '@vitrine/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aPlaylist, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { insertScreenshot } from './screenshots.store.ts';

let test: TestApp;
let ana: TestPerson;
let screen: TestDeviceScreen;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
  const [inserted] = await insertScreens(test, ana, 1);
  screen = inserted ?? expect.fail('no screen');
  await sql`update screens set live_process_id = 'test' where id = ${screen.screenId}`.execute(test.db);
});

const aJpeg = (background: string, width = 320, height = 180) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
const upload = async (payload: Buffer, query = 'source=page', contentType = 'image/jpeg') =>
  (
    await test.app.inject({
      method: 'POST',
      url: `/api/screens/screenshots?${query}`,
      headers: { authorization: screen.authorization, 'content-type': contentType },
      payload,
    })
  ).statusCode;
const request = (person = ana) => person.call('POST', `/devices/${screen.deviceId}/screenshots`);
const list = async () => (await ana.call('GET', `/devices/${screen.deviceId}/screenshots`)).json<{ result: DeviceScreenshots }>().result;

describe('a screenshot', () => {
  it('is stored once for each request, and can be read by the owner of the device only', async () => {
    expect(await upload(await aJpeg('red'))).toBe(404);
    expect((await request()).statusCode).toBe(200);
    expect(await list()).toMatchObject({ requestedAt: expect.any(String), screenshots: [] });
    expect(await upload(await aJpeg('red'))).toBe(200);
    expect(await upload(await aJpeg('red'))).toBe(404);
    const { screenshots, requestedAt } = await list();
    expect([requestedAt, screenshots]).toMatchObject([null, [{ source: 'page', width: 320, height: 180, isHourly: false, differs: null }]]);
    const url = `/devices/${screen.deviceId}/screenshots/${screenshots[0]?._id}`;
    expect((await ana.call('GET', url)).json<{ result: { image: string } }>().result.image).toMatch(/^data:image\/webp;base64,UklGR/);
    const ben = await aPerson(test);
    expect([(await ben.call('GET', url)).statusCode, (await request(ben)).statusCode]).toEqual([404, 404]);
  });

  it('is refused when it is too large, no JPEG, damaged, or later than a minute', async () => {
    await request();
    expect(await upload(Buffer.alloc(SCREENSHOT_LIMITS.bytes + 1))).toBe(413);
    expect(
      await upload(
        await sharp(await aJpeg('red'))
          .png()
          .toBuffer(),
      ),
    ).toBe(415);
    expect(await upload(await aJpeg('red'), 'source=page', 'image/png')).toBe(415);
    test.clock.offsetMs += SCREENSHOT_LIMITS.requestMs + 1000;
    expect(await upload(await aJpeg('red'))).toBe(404);
    await request();
    expect(await upload(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1000, 7)]))).toBe(422);
    expect((await list()).screenshots).toEqual([]);
  });

  it('is not stored when the device has another owner by the time it is decoded', async () => {
    const shot = {
      takenAt: new Date(),
      isCapture: false,
      isHourly: false,
      mediaId: null,
      distance: null,
      width: 1,
      height: 1,
      bytes: Buffer.from('x'),
    };
    const insert = (userId: string, orgId: string | null) =>
      test.db
        .transaction()
        .execute((tx) => insertScreenshot(tx, { id: newId(), deviceId: screen.deviceId, userId, orgId, ...shot }, false));
    await insert((await aPerson(test)).user._id, null);
    await insert(ana.user._id, newId());
    expect((await list()).screenshots).toHaveLength(0);
    await insert(ana.user._id, null);
    expect((await list()).screenshots).toHaveLength(1);
  });

  it('is deleted with the account of its owner', async () => {
    await request();
    expect(await upload(await aJpeg('red'))).toBe(200);
    const count = async () =>
      (await test.db.selectFrom('device_screenshots').select('id').where('device_id', '=', screen.deviceId).execute()).length;
    expect(await count()).toBe(1);
    expect((await ana.call('DELETE', `/users/${ana.user._id}`, { password: ana.password })).statusCode).toBe(200);
    await test.runJobs();
    expect(await count()).toBe(0);
  });

  it('is not requested from a screen that is offline', async () => {
    await sql`update screens set live_process_id = null where id = ${screen.screenId}`.execute(test.db);
    expect((await request()).json()).toMatchObject({ code: 'DEVICE_OFFLINE' });
  });

  it('is compared with the photo of a playlist on the device', async () => {
    const album = await anAlbum(ana);
    const { mediaId, fileId } = await aStoredPhoto(test, ana, album._id);
    const { _id: playlistId } = await aPlaylist(ana, { albumIds: [album._id] });
    const other = await aStoredPhoto(test, ana, (await anAlbum(ana, { name: 'Unpublished' }))._id);
    const gray = new Uint8Array(32 * 18 * 4).map((_value, place) => (place % 4 === 3 ? 255 : 0xc0));
    const thumbhash = Buffer.from(rgbaToThumbHash(32, 18, gray));
    const ids = sql`array[${fileId}, ${other.fileId}]::uuid[]`;
    await sql`update files set thumbhash = ${thumbhash}, width = 320, height = 180 where id = any(${ids})`.execute(test.db);
    await sql`insert into publishes (id, playlist_id, device_id) values (gen_random_uuid(), ${playlistId}, ${screen.deviceId})`.execute(
      test.db,
    );
    const send = async (color: string, id: string) => {
      await request();
      expect(await upload(await aJpeg(color), `source=capture&mediaId=${id}`)).toBe(200);
      return (await list()).screenshots[0]?.differs;
    };
    expect(await send('#c4c4c4', mediaId)).toBe(false);
    expect(await send('black', mediaId)).toBe(true);
    expect(await send('black', other.mediaId)).toBe(null);
  });
});

it('screenshots are deleted when the device gets another owner', async () => {
  const { orgId } = await aFamily(test, ana, [await aPerson(test)]);
  await request();
  expect(await upload(await aJpeg('red'))).toBe(200);
  const moved = await ana.call('POST', '/devices/many/move', { deviceId: [screen.deviceId], orgId });
  expect(moved.statusCode, moved.body).toBe(200);
  expect((await list()).screenshots).toEqual([]);
});

describe('hourly screenshots', () => {
  it('are requested once an hour, and only the last ones are kept', async () => {
    await ana.call('PUT', `/devices/${screen.deviceId}/screenshots/settings`, { isHourly: true });
    const picture = await aJpeg('blue');
    const runHour = async () => {
      await test.runWorkerTasks('screenshots.request');
      const isRequested = (await upload(picture)) === 200;
      test.clock.offsetMs += 61 * 60_000;
      return isRequested;
    };
    expect(await runHour()).toBe(true);
    test.clock.offsetMs -= 30 * 60_000;
    expect(await runHour()).toBe(false);
    // Older ones.
    await sql`insert into device_screenshots (id, device_id, taken_at, is_capture, is_hourly, width, height, bytes)
      select ('00000000-0000-7000-8000-' || lpad(hour::text, 12, '0'))::uuid, ${screen.deviceId}, now(), false, true, 1, 1, 'x'
      from generate_series(1, ${SCREENSHOT_LIMITS.keptHourly}) as hour`.execute(test.db);
    expect(await runHour()).toBe(true);
    expect((await list()).screenshots).toHaveLength(SCREENSHOT_LIMITS.keptHourly);
    await ana.call('PUT', `/devices/${screen.deviceId}/screenshots/settings`, { isHourly: false });
    expect(await runHour()).toBe(false);
  });
});
