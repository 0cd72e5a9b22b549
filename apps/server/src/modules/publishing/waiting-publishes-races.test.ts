/** Limits, several processes and lost jobs of publishes that wait for screens. */
import { WAITING_PUBLISH_LIMITS } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { aFamily } from '../../testing/families.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { anOfflineDevice, aPlayablePlaylist, listDevicePublishes, listWaiting, publishWhenBack } from '../../testing/waiting-publishes.ts';

let test: TestApp;
/** Another process on the same database. */
let otherProcess: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  otherProcess = await createTestApp({}, undefined, test);
  ana = await aPerson(test);
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
});

const connect = ({ screenId }: TestDeviceScreen, process = test) => process.modules.screenSockets.connected(screenId, '127.0.0.1');
const getRevision = async ({ screenId }: TestDeviceScreen) =>
  (await test.db.selectFrom('screens').select('revision').where('id', '=', screenId).executeTakeFirstOrThrow()).revision;
const countWaiting = async (person: TestPerson) =>
  (await test.db.selectFrom('waiting_publishes').select('id').where('user_id', '=', person.user._id).execute()).length;

/** Inserts playlists that show the same album. */
async function insertPlaylists(person: TestPerson, count: number): Promise<string[]> {
  const album = await anAlbum(person);
  await aStoredPhoto(test, person, album._id);
  const ids = Array.from({ length: count }, () => newId());
  await test.db
    .insertInto('playlists')
    .values(ids.map((id) => ({ id, name: 'Evenings', user_id: person.user._id })))
    .execute();
  await test.db
    .insertInto('playlist_albums')
    .values(ids.map((id) => ({ playlist_id: id, album_id: album._id, sequence: 1 })))
    .execute();
  return ids;
}

/** Inserts a waiting publish of each playlist to each device. */
const insertWaiting = (person: TestPerson, playlistIds: string[], deviceIds: string[]) =>
  sql`
    insert into waiting_publishes (id, playlist_id, device_id, user_id, requested_at)
    select gen_random_uuid(), playlist_id, device_id, ${person.user._id}::uuid, now()
    from unnest(${playlistIds}::uuid[]) as playlist_id, unnest(${deviceIds}::uuid[]) as device_id`.execute(test.db);

/** Counts statements that wait for the lock of a table, and not of a row. */
async function countWaitingForTable(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`.execute(tx);
  return rows[0]?.count ?? 0;
}

describe('concurrent requests for waiting publishes', () => {
  it('accepts the request of only one account for the last place of a device', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const { deviceId } = await anOfflineDevice(test, olga, orgId);
    const [[others = '', ...waiting], hers] = [
      await insertPlaylists(olga, WAITING_PUBLISH_LIMITS.perDevice),
      await aPlayablePlaylist(test, mia),
    ];
    await insertWaiting(olga, waiting, [deviceId]);
    const answers = await runWhileLocked(test.db, {
      lock: (tx) => sql`lock table waiting_publishes in share mode`.execute(tx),
      act: () => Promise.all([publishWhenBack(mia, hers, [deviceId]), publishWhenBack(olga, others, [deviceId])]),
      duringWait: async (tx) => expect(await countWaitingForTable(tx)).toBe(1),
      waiting: 2,
    });
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '409']);
    expect(await listWaiting(olga, deviceId)).toHaveLength(WAITING_PUBLISH_LIMITS.perDevice);
  });

  it('never exceeds the limit of a device with requests of several accounts', async () => {
    const [olga, mia] = [await aPerson(test), await aPerson(test)];
    const { orgId } = await aFamily(test, olga, [mia]);
    const device = await anOfflineDevice(test, olga, orgId);
    const requests = [olga, mia].map(async (person) => (await insertPlaylists(person, 50)).map((playlist) => ({ person, playlist })));
    const all = (await Promise.all(requests)).flat();
    const answers = await Promise.all(all.map(({ person, playlist }) => publishWhenBack(person, playlist, [device.deviceId])));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(WAITING_PUBLISH_LIMITS.perDevice);
    expect(statuses.filter((status) => status === 409)).toHaveLength(100 - WAITING_PUBLISH_LIMITS.perDevice);
    expect(await listWaiting(olga, device.deviceId)).toHaveLength(WAITING_PUBLISH_LIMITS.perDevice);
  });

  it('never exceeds the limit of an account with requests in several processes', async () => {
    const ben = await aPerson(test);
    const playlists = await insertPlaylists(ben, 19);
    const [full, others] = [await insertScreens(test, ben, 50), await insertScreens(test, ben, 100)];
    await insertWaiting(
      ben,
      playlists,
      full.map(({ deviceId }) => deviceId),
    );
    const answers = await Promise.all(
      others.map(({ deviceId }, index) =>
        (index % 2 === 0 ? test : otherProcess).app.inject({
          method: 'POST',
          url: '/api/publishes/waiting',
          headers: { authorization: ben.token },
          payload: { playlistId: playlists[0], deviceId: [deviceId] },
        }),
      ),
    );
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(refused.map(() => 'WAITING_ACCOUNT_LIMIT'));
    expect(refused).toHaveLength(50);
    expect(await countWaiting(ben)).toBe(WAITING_PUBLISH_LIMITS.perAccount);
    // A request for a playlist that waits already does not need capacity.
    expect((await publishWhenBack(ben, playlists[1] ?? '', [full[0]?.deviceId ?? ''])).statusCode).toBe(201);
  });

  it('carries out all requests when the screens connect at the same time', async () => {
    const playlist = await aPlayablePlaylist(test, ana);
    const devices = await insertScreens(test, ana, 20);
    await Promise.all(devices.flatMap((device) => [publishWhenBack(ana, playlist, [device.deviceId]), connect(device)]));
    await test.runJobs();
    expect(await countWaiting(ana)).toBe(0);
    for (const { deviceId } of devices) expect(await listDevicePublishes(ana, deviceId)).toHaveLength(1);
  });
});

describe('a screen that is back', () => {
  it('is published to once when two processes run its jobs at the same time', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await connect(device);
    // The job of the connection and the catch-up concern the same device.
    await test.runWorkerTasks('publishing.waiting');
    const before = await getRevision(device);
    await runWhileLocked(test.db, {
      lock: (tx) => sql`select from playlists where id = ${playlist} for update`.execute(tx),
      act: () => Promise.all([test.runJobs(), otherProcess.runJobs()]),
      waiting: 2,
    });
    expect(await listDevicePublishes(ana, device.deviceId)).toHaveLength(1);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
    expect(await getRevision(device)).toBe(before + 1);
  });

  it('is published to by the catch-up when the job was lost', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await connect(device);
    await sql`delete from graphile_worker._private_jobs`.execute(test.db);
    await otherProcess.runWorkerTasks('publishing.waiting');
    await test.runJobs();
    expect(await listDevicePublishes(ana, device.deviceId)).toHaveLength(1);
    expect(await listWaiting(ana, device.deviceId)).toEqual([]);
  });

  it('is not published to while it is offline again, and is when it is back', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await connect(device);
    await test.modules.screenSockets.disconnected(device.screenId);
    await test.runJobs();
    expect(await listWaiting(ana, device.deviceId)).toHaveLength(1);
    await connect(device);
    await test.runJobs();
    expect(await listDevicePublishes(ana, device.deviceId)).toHaveLength(1);
  });

  it('keeps what waits for it when the publish fails', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await connect(device);
    await sql`create function refuse_publish() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      test.db,
    );
    await sql`create trigger refused before insert on publishes for each row execute function refuse_publish()`.execute(test.db);
    await test.runJobs();
    expect(await listWaiting(ana, device.deviceId)).toHaveLength(1);
    await sql`drop trigger refused on publishes`.execute(test.db);
    await test.runWorkerTasks('publishing.waiting');
    await test.runJobs();
    expect(await listDevicePublishes(ana, device.deviceId)).toHaveLength(1);
  });

  it('does not get a publish that is cancelled while the job waits', async () => {
    const [device, playlist] = [await anOfflineDevice(test, ana), await aPlayablePlaylist(test, ana)];
    await publishWhenBack(ana, playlist, [device.deviceId]);
    await connect(device);
    await runWhileLocked(test.db, {
      lock: (tx) => sql`select from playlists where id = ${playlist} for update`.execute(tx),
      act: () => test.runJobs(),
      duringWait: (tx) => sql`delete from waiting_publishes where device_id = ${device.deviceId}`.execute(tx),
    });
    expect(await listDevicePublishes(ana, device.deviceId)).toEqual([]);
  });
});
