import type { Notification, ScreenAlerts } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlbum, aPerson, aPlaylist, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { createDevices } from '../../testing/devices.ts';
import { anOrganisation } from '../../testing/organisations.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
let otherProcess: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  otherProcess = await createTestApp({}, undefined, test);
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
});
beforeEach(async () => {
  await sql`delete from devices`.execute(test.db);
  await sql`delete from emergency_cap_feeds`.execute(test.db);
  await sql`delete from screen_alert_reports`.execute(test.db);
  otherProcess.clock.offsetMs = test.clock.offsetMs = 0;
  ana = await aPerson(test, { name: 'Ana Lima' });
});

/** Creates screens with a playlist that were online until now. */
async function createUsedScreens(count: number, person = ana): Promise<string[]> {
  const ids = await createDevices(test, person, { count });
  const { _id: playlistId } = await aPlaylist(person);
  await sql`update screens set seen_at = now(), address = '10.0.0.1' where id = any(${ids}::uuid[])`.execute(test.db);
  await sql`insert into publishes (id, playlist_id, device_id) select id, ${playlistId}::uuid, id from unnest(${ids}::uuid[]) as id`.execute(
    test.db,
  );
  return ids;
}
const connect = (ids: string[]) => sql`update screens set live_process_id = 'test' where id = any(${ids}::uuid[])`.execute(test.db);
const disconnect = (ids: string[]) =>
  sql`update screens set live_process_id = null, seen_at = ${test.clock.now()}::timestamptz where id = any(${ids}::uuid[])`.execute(
    test.db,
  );
/** Moves the clocks to this minute, and checks and reports. */
const runAt = async (minutes: number) => {
  otherProcess.clock.offsetMs = test.clock.offsetMs = minutes * MINUTE_MS;
  await test.runWorkerTasks('screenAlerts.checkScreens');
  await test.runWorkerTasks('screenAlerts.checkSources');
  await test.runWorkerTasks('screenAlerts.report');
};
/** Runs every minute, as a server does. */
const runFrom = async (first: number, last: number) => {
  for (let minute = first; minute <= last; minute++) await runAt(minute);
};
/** Returns the emails to a person since the last call. */
const seen = new Map<string, number>();
const mailedTo = async ({ email }: { email: string }): Promise<string[]> => {
  await test.runJobs();
  const all = test.printed.filter((line) => line.startsWith(`Email to ${email}: `)).map((line) => line.slice(`Email to ${email}: `.length));
  const before = seen.get(email) ?? 0;
  seen.set(email, all.length);
  return all.slice(before);
};
const subjectsTo = async (person: { email: string }) => (await mailedTo(person)).map((text) => text.split('\n')[0]);
const listNotifications = async (person = ana) =>
  (await person.call('GET', `/notifications/${person.user._id}`))
    .json<{ result: Notification[] }>()
    .result.map(({ notificationBody }) => notificationBody);
const read = async (person = ana) => (await person.call('GET', '/screen-alerts')).json<{ result: ScreenAlerts }>().result;

describe('screens that are offline', () => {
  it('are reported by one email and one notification when they go offline, and again when they are back', async () => {
    const ids = await createUsedScreens(12);
    await mailedTo(ana);
    await runFrom(28, 30);
    expect(await subjectsTo(ana)).toEqual([]);
    await runFrom(31, 34);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: 12 screens are offline']);
    expect(await listNotifications()).toEqual(['12 screens are offline: Wall 0001, Wall 0002, Wall 0003, 9 more.']);
    expect(await read()).toMatchObject({
      activeCount: 12,
      active: expect.arrayContaining([expect.objectContaining({ kind: 'offline', name: 'Wall 0001' })]),
    });
    await connect(ids);
    await runFrom(35, 44);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: 12 screens are back online']);
    expect((await listNotifications())[0]).toBe('12 screens are back online: Wall 0001, Wall 0002, Wall 0003, 9 more.');
    expect(await read()).toMatchObject({ activeCount: 0, active: [] });
    await runFrom(45, 60);
    expect(await subjectsTo(ana)).toEqual([]);
  });

  it('are reported once by concurrent processes, also after a report that failed', async () => {
    await createUsedScreens(2);
    await mailedTo(ana);
    await runFrom(31, 31);
    otherProcess.clock.offsetMs = test.clock.offsetMs = 33 * MINUTE_MS;
    await sql`alter table screen_alert_reports add constraint refused check (reported_at is null)`.execute(test.db);
    await expect(test.runWorkerTasks('screenAlerts.report')).rejects.toThrow('refused');
    expect(await subjectsTo(ana)).toEqual([]);
    expect(await listNotifications()).toEqual([]);
    await sql`alter table screen_alert_reports drop constraint refused`.execute(test.db);
    const run = (name: string) =>
      Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? test : otherProcess).runWorkerTasks(`screenAlerts.${name}`)));
    await run('checkScreens');
    await run('report');
    await run('report');
    expect(await subjectsTo(ana)).toEqual(['Vitrine: 2 screens are offline']);
    expect(await listNotifications()).toHaveLength(1);
  });

  it('are reported although the report to another account fails', async () => {
    const ben = await aPerson(test, { name: 'Ben Costa' });
    await createUsedScreens(1);
    await createUsedScreens(1, ben);
    const subjects = async () => [await subjectsTo(ana), await subjectsTo(ben)];
    await subjects();
    await runFrom(31, 31);
    test.clock.offsetMs = 33 * MINUTE_MS;
    // Reports are sent in the order of the accounts, so the first one fails.
    await sql`alter table screen_alert_reports add constraint refused check (user_id <> ${sql.lit(ana.user._id)} or reported_at is null)`.execute(
      test.db,
    );
    await expect(test.runWorkerTasks('screenAlerts.report')).rejects.toThrow('refused');
    await sql`alter table screen_alert_reports drop constraint refused`.execute(test.db);
    expect(await subjects()).toEqual([[], ['Vitrine: “Wall 0001” is offline']]);
    await test.runWorkerTasks('screenAlerts.report');
    expect(await subjects()).toEqual([['Vitrine: “Wall 0001” is offline'], []]);
  });

  it('are checked by the first worker that is alive', async () => {
    const ids = await createUsedScreens(1);
    const countAlerts = async () =>
      (await sql`select from screen_alerts where device_id = any(${ids}::uuid[])`.execute(test.db)).rows.length;
    const first = { process_id: ' first', worker_ids: [], roles: ['worker'] };
    await test.db.insertInto('process_heartbeats').values(first).execute();
    await runAt(35);
    expect(await countAlerts()).toBe(0);
    await sql`update process_heartbeats set beat_at = now() - interval '40 seconds' where process_id = ' first'`.execute(test.db);
    await runAt(36);
    expect(await countAlerts()).toBe(1);
    await sql`delete from process_heartbeats where process_id = ' first'`.execute(test.db);
  });

  it('cause no email when they return within the time, and one alert while they keep failing', async () => {
    const ids = await createUsedScreens(1);
    await mailedTo(ana);
    await runFrom(29, 29);
    await connect(ids);
    await runFrom(30, 40);
    expect(await subjectsTo(ana)).toEqual([]);
    await disconnect(ids);
    await runFrom(41, 72);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: “Wall 0001” is offline']);
    for (let minute = 73; minute < 120; minute += 4) {
      await connect(ids);
      await runFrom(minute, minute + 1);
      // It was last seen long enough ago to be offline at once.
      await sql`update screens set live_process_id = null, seen_at = now() where id = any(${ids}::uuid[])`.execute(test.db);
      await runFrom(minute + 2, minute + 3);
    }
    expect(await subjectsTo(ana)).toEqual([]);
    expect((await read()).activeCount).toBe(1);
  });

  it('are reported after quiet hours in one summary, if they are still offline', async () => {
    const [first = '', second = '', third = ''] = await createUsedScreens(3);
    await mailedTo(ana);
    const toTime = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(11, 16);
    const quietHours = { from: toTime(-5), until: toTime(120), timeZone: 'UTC' };
    const { conditions } = await read();
    await ana.call('PUT', '/screen-alerts/settings', { conditions, source: { isOn: true }, quietHours });
    await runFrom(33, 36);
    await connect([first]);
    await runFrom(37, 50);
    expect(await subjectsTo(ana)).toEqual([]);
    expect(await listNotifications()).toEqual([]);
    await runAt(125);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: 2 screens are offline']);
    await connect([second, third]);
    await runFrom(126, 136);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: 2 screens are back online']);
  });

  it('are reported by the settings of their tags and their owner', async () => {
    const ids = await createUsedScreens(3);
    const [early = '', never = ''] = ids;
    await mailedTo(ana);
    const { conditions } = await read();
    const tagWith = async (deviceId: string, name: string, offline: { isOn: boolean; minutes: number }) => {
      await ana.call('POST', '/devices/many/tags', { deviceId: [deviceId], add: [name] });
      const { rows } = await sql<{ id: string }>`select id from device_tags where user_id = ${ana.user._id} and name = ${name}`.execute(
        test.db,
      );
      const saved = await ana.call('PUT', `/screen-alerts/tags/${rows[0]?.id}`, { conditions: { ...conditions, offline } });
      expect(saved.statusCode).toBe(200);
    };
    await tagWith(early, 'Counter', { isOn: true, minutes: 5 });
    await tagWith(never, 'Store room', { isOn: false, minutes: 5 });
    expect((await read()).tags.map(({ name }) => name)).toEqual(['Counter', 'Store room']);
    await runFrom(6, 8);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: “Wall 0001” is offline']);
    await runFrom(31, 33);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: “Wall 0003” is offline']);
    await ana.call('PUT', '/screen-alerts/settings', {
      conditions: { ...conditions, offline: { isOn: false, minutes: 30 } },
      source: { isOn: true },
      quietHours: null,
    });
    await runFrom(34, 50);
    expect(await subjectsTo(ana)).toEqual([]);
    expect((await read()).active.map(({ name }) => name)).toEqual(['Wall 0001']);
  });
});

describe('the recipients', () => {
  it('can stop the emails by a link without a sign-in, and keep the notifications', async () => {
    await createUsedScreens(1);
    await mailedTo(ana);
    await runFrom(31, 33);
    expect(await mailedTo(ana)).toHaveLength(1);
    const row = test.db.selectFrom('screen_alert_subscriptions').select('token').where('user_id', '=', ana.user._id);
    const { token } = await row.executeTakeFirstOrThrow();
    const stop = (of: string) => test.app.inject({ method: 'POST', url: `/api/emails/stop?token=${of}` });
    expect((await stop(token)).statusCode).toBe(200);
    expect((await read()).subscription).toEqual({ byEmail: false, byNotification: true });
    await sql`update screens set live_process_id = 'test'`.execute(test.db);
    await runFrom(34, 45);
    expect(await subjectsTo(ana)).toEqual([]);
    expect(await listNotifications()).toHaveLength(2);
    expect((await stop('0198c0de-7a3b-4c41-9d52-3f6e8a1b2c4d')).json()).toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('are the members of a family who subscribed, until they leave it', async () => {
    const ben = await aPerson(test, { name: 'Ben Costa' });
    const orgId = await anOrganisation(test, ana, ben);
    const ids = await createUsedScreens(1);
    await sql`update devices set org_id = ${orgId} where id = any(${ids}::uuid[])`.execute(test.db);
    const subscribed = await ben.call('PUT', '/screen-alerts/subscription', { orgId, byEmail: true, byNotification: false });
    expect(subscribed.statusCode).toBe(200);
    await mailedTo(ana);
    await runFrom(31, 33);
    expect([await subjectsTo(ana), await subjectsTo(ben)]).toEqual([
      ['Vitrine: “Wall 0001” is offline'],
      ['Vitrine: “Wall 0001” is offline'],
    ]);
    expect([(await listNotifications(ana)).length, (await listNotifications(ben)).length]).toEqual([1, 0]);
    const ofOwner = (await ana.call('GET', `/screen-alerts?orgId=${orgId}`)).json<{ result: ScreenAlerts }>().result;
    expect(ofOwner).toMatchObject({ hasSources: true, activeCount: 1 });
    // The settings of the family also apply to screens of its owner outside of it.
    const { conditions } = ofOwner;
    const edit = { orgId, conditions: { ...conditions, clock: { isOn: false } }, source: { isOn: false }, quietHours: null };
    expect((await ana.call('PUT', '/screen-alerts/settings', edit)).statusCode).toBe(200);
    expect(await read()).toMatchObject({ conditions: { clock: { isOn: false } }, source: { isOn: false } });
    const ofMember = (await ben.call('GET', `/screen-alerts?orgId=${orgId}`)).json<{ result: ScreenAlerts }>().result;
    expect(ofMember).toMatchObject({ hasSources: false, subscription: { byEmail: true, byNotification: false } });
    expect((await read(ben)).conditions.clock.isOn).toBe(true);
    await sql`delete from organisation_members where user_id = ${ben.user._id}`.execute(test.db);
    await connect(ids);
    await runFrom(34, 44);
    expect([(await subjectsTo(ana)).length, (await subjectsTo(ben)).length]).toEqual([1, 0]);
    expect((await ben.call('GET', `/screen-alerts?orgId=${orgId}`)).statusCode).toBe(404);
  });
});

describe('data sources that can’t be updated', () => {
  it('are reported after two hours, and again when they work', async () => {
    await sql`insert into sources (id, owner_id, kind, name, settings, interval_minutes, failing_since, failure)
      values (gen_random_uuid(), ${ana.user._id}, 'feed', 'Canteen', '{}', 60, now(), 'The site responded with an error.')`.execute(
      test.db,
    );
    await mailedTo(ana);
    await runFrom(118, 119);
    expect(await subjectsTo(ana)).toEqual([]);
    await runFrom(121, 123);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: Data source “Canteen” can’t be updated']);
    await sql`update sources set failing_since = null, failure = null`.execute(test.db);
    await runFrom(124, 134);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: Data source “Canteen” is updated again']);
  });
});

describe('feeds of public warnings that can’t be fetched', () => {
  const createFailingFeed = (name: string, orgId: string | null = null) =>
    sql`insert into emergency_cap_feeds (id, user_id, org_id, name, encrypted_address, interval_minutes, has_drills, next_fetch_at, failing_since, failure)
      values (gen_random_uuid(), ${ana.user._id}, ${orgId}::uuid, ${name}, 'x', 5, false, now() + interval '1 year', now(), 'The site responded with an error.')`.execute(
      test.db,
    );
  const recover = () => sql`update emergency_cap_feeds set failing_since = null, failure = null`.execute(test.db);

  it('are reported together after an hour, and again when they work', async () => {
    await createFailingFeed('Storms');
    await createFailingFeed('Floods');
    await mailedTo(ana);
    await runFrom(58, 59);
    expect(await subjectsTo(ana)).toEqual([]);
    await runFrom(61, 63);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: 2 feeds of public warnings can’t be fetched']);
    expect(await listNotifications()).toHaveLength(1);
    expect(await read()).toMatchObject({ activeCount: 2, active: [{ kind: 'feed', deviceId: null }, { kind: 'feed' }] });
    await recover();
    await runFrom(64, 75);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: 2 feeds of public warnings are fetched again']);
    expect(await read()).toMatchObject({ activeCount: 0 });
  });

  it('are reported to the members of the family who subscribed, unless the owner turned that off', async () => {
    const ben = await aPerson(test, { name: 'Ben Costa' });
    const orgId = await anOrganisation(test, ana, ben);
    await ben.call('PUT', '/screen-alerts/subscription', { orgId, byEmail: true, byNotification: false });
    await createFailingFeed('Storms', orgId);
    await mailedTo(ben);
    await runFrom(61, 63);
    expect(await subjectsTo(ben)).toEqual(['Vitrine: Feed of public warnings “Storms” can’t be fetched']);
    const { conditions } = await read();
    await ana.call('PUT', '/screen-alerts/settings', { orgId, conditions, source: { isOn: false }, quietHours: null });
    await recover();
    await runFrom(64, 75);
    expect(await subjectsTo(ben)).toEqual([]);
  });
});

describe('what screens report', () => {
  it('is alerted about when it lasts, and not when a playlist is scheduled for later', async () => {
    const [idle = '', later = '', hot = ''] = await createUsedScreens(3);
    const report = (changes: object) =>
      JSON.stringify({ revision: 1, downloaded: 0, total: 0, publishId: null, itemId: null, mediaId: null, failed: [], ...changes });
    const store = (id: string, changes: object) =>
      sql`update screens set live_process_id = 'test', report = ${report(changes)}::jsonb where id = ${id}`.execute(test.db);
    await store(idle, {});
    await store(later, {});
    await store(hot, { publishId: 'p', temperature: 85 });
    // Within the next days.
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const schedule = JSON.stringify({ repeat: 'Once', date, startTime: '08:00', endTime: '09:00' });
    const album = await anAlbum(ana);
    await aStoredPhoto(test, ana, album._id);
    const { _id: playlistId } = await aPlaylist(ana, { albumIds: [album._id] });
    await sql`update publishes set playlist_id = ${playlistId}, schedule = ${schedule}::jsonb where device_id = ${later}`.execute(test.db);
    await mailedTo(ana);
    await runFrom(1, 2);
    expect(await subjectsTo(ana)).toEqual([]);
    await runFrom(3, 8);
    expect(await subjectsTo(ana)).toEqual(['Vitrine: Alerts about your screens: 2 new']);
    expect(await listNotifications()).toEqual(['“Wall 0001” has nothing to show. “Wall 0003” is too hot.']);
  });
});
