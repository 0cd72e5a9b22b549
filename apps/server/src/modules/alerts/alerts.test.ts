import os from 'node:os';
import type { AlertSettings, AlertState } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQueue } from '../../platform/queue/queue.ts';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, aPlaylist, type TestPerson } from '../../testing/builders.ts';
import { countRowsRead } from '../../testing/database-reads.ts';
import { createDevices } from '../../testing/devices.ts';
import { advanceBankClock, aSubscription } from '../../testing/payers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { SystemApi } from '../system/index.ts';
import { createAlertChecks } from './alerts.jobs.ts';
import { findOfflineScreens } from './alerts.read-model.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
let otherProcess: TestApp;
let root: TestPerson;
let admin: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  otherProcess = await createTestApp({}, undefined, test);
  [root, admin, support] = [await aPerson(test, { name: 'Rita Root' }), await aPerson(test), await aPerson(test)];
  const [partner, gone] = [await aPerson(test), await aPerson(test)];
  const updateAccount = (person: TestPerson, columns: object) =>
    test.db.updateTable('users').set(columns).where('id', '=', person.user._id).execute();
  await updateAccount(root, { role: 'admin', is_super_admin: true });
  await updateAccount(admin, { role: 'admin' });
  await updateAccount(support, { role: 'support' });
  await updateAccount(partner, { role: 'admin', platform: 'WV' });
  await updateAccount(gone, { role: 'admin', disabled_at: new Date() });
});
afterAll(async () => {
  await otherProcess.close();
  await test.close();
});
beforeEach(async () => {
  await sql`truncate alerts`.execute(test.db);
  await sql`delete from devices`.execute(test.db);
  otherProcess.clock.offsetMs = test.clock.offsetMs = 0;
});

const read = async (person = support) => (await person.call('GET', '/console/alerts')).json<{ result: AlertState }>().result;
const edit = async (change: Partial<AlertSettings>, person = admin) => {
  const { settings, updatedAt } = await read();
  return person.call('PUT', '/console/alerts', { ...settings, ...change, updatedAt });
};
/** Returns the subjects of the emails sent to an account since the last call. */
const mailedTo = async ({ email }: { email: string }) => {
  await test.runJobs();
  const before = seen.get(email) ?? 0;
  const all = test.printed
    .filter((line) => line.startsWith(`Email to ${email}: `))
    .map((line) => line.split('\n')[0]?.split(': ').slice(1).join(': '));
  seen.set(email, all.length);
  return all.slice(before);
};
const seen = new Map<string, number>();
const runCheckAfter = async (minutes: number, name: string) => {
  otherProcess.clock.offsetMs = test.clock.offsetMs = minutes * MINUTE_MS;
  await test.runWorkerTasks(name);
};

/** Creates screens with published content that were seen just now, or never. */
async function createPublishedScreens(count: number, wasOnline = true): Promise<string[]> {
  const ids = await createDevices(test, admin, { count });
  const { _id: playlistId } = await aPlaylist(admin);
  await sql`update screens set seen_at = now(), address = ${wasOnline ? '10.0.0.1' : null} where id = any(${ids}::uuid[])`.execute(test.db);
  await sql`insert into publishes (id, playlist_id, device_id) select id, ${playlistId}::uuid, id from unnest(${ids}::uuid[]) as id`.execute(
    test.db,
  );
  return ids;
}
const connect = (ids: string[]) => sql`update screens set live_process_id = 'test' where id = any(${ids}::uuid[])`.execute(test.db);

describe('screens that are offline', () => {
  const runCheck = (minutes: number) => runCheckAfter(minutes, 'alerts.screensOffline');

  it('are reported to each administrator by one email when they go offline and one when they are back', async () => {
    const ids = await createPublishedScreens(12);
    await runCheck(14);
    expect(await mailedTo(admin)).toEqual([]);
    await runCheck(16);
    expect(await mailedTo(admin)).toEqual(['Vitrine: 12 screens are offline']);
    expect(await mailedTo(root)).toEqual(['Vitrine: 12 screens are offline']);
    expect((await read()).standing).toMatchObject([{ kind: 'screensOffline', subject: '', count: 12 }]);
    await runCheck(17);
    await connect(ids);
    await runCheck(40);
    expect(await mailedTo(admin)).toEqual([]);
    expect((await read()).standing).toEqual([]);
    await runCheck(77);
    expect(await mailedTo(admin)).toEqual(['Vitrine: All screens are back online']);
    await runCheck(200);
    expect(await mailedTo(admin)).toEqual([]);
  });

  it('are reported once by concurrent checks, also when an earlier check failed before sending', async () => {
    await createPublishedScreens(2);
    otherProcess.clock.offsetMs = test.clock.offsetMs = 20 * MINUTE_MS;
    await sql`alter table alerts add constraint refused check (not is_told)`.execute(test.db);
    await expect(test.runWorkerTasks('alerts.screensOffline')).rejects.toThrow('refused');
    expect(await mailedTo(admin)).toEqual([]);
    await sql`alter table alerts drop constraint refused`.execute(test.db);
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? test : otherProcess).runWorkerTasks('alerts.screensOffline')));
    expect(await mailedTo(admin)).toEqual(['Vitrine: 2 screens are offline']);
  });

  it('are counted for a month, if they have published content and were online before', async () => {
    await createDevices(test, admin, { count: 3 });
    await createPublishedScreens(3, false);
    const ids = await createPublishedScreens(1);
    expect(await findOfflineScreens(test.db, new Date(), new Date(Date.now() + MINUTE_MS))).toMatchObject({
      count: 1,
      named: [{ name: 'Wall 0001' }],
    });
    const inDays = (days: number) =>
      findOfflineScreens(test.db, new Date(Date.now() + days * 86_400_000), new Date(Date.now() + MINUTE_MS));
    expect((await inDays(29)).count).toBe(1);
    expect((await inDays(31)).count).toBe(0);
    await connect(ids);
    expect((await inDays(1)).count).toBe(0);
  });

  it('are not counted outside of their operating hours, nor right after they turned on', async () => {
    const [own = '', tagged = '', always = ''] = await createPublishedScreens(3);
    const week = [{ weekdays: [1], startTime: '08:00', endTime: '18:00' }];
    const hours = JSON.stringify({ week, exceptions: [] });
    await sql`update devices set operating_hours = ${hours}::jsonb where id = ${own}`.execute(test.db);
    await sql`with tag as (insert into device_tags (id, user_id, name, folded, operating_hours)
        values (gen_random_uuid(), ${admin.user._id}, 'Hours', 'hours', ${hours}::jsonb) returning id)
      insert into tagged_devices (device_id, tag_id) select ${tagged}::uuid, id from tag`.execute(test.db);
    await sql`update screens set seen_at = '2026-06-01T05:00:00Z' where id = any(${[own, tagged, always]}::uuid[])`.execute(test.db);
    const countAt = async (time: string) => {
      const now = new Date(`2026-06-01T${time}:00Z`);
      return (await findOfflineScreens(test.db, now, new Date(now.getTime() - 15 * MINUTE_MS))).count;
    };
    expect([await countAt('07:00'), await countAt('08:10'), await countAt('08:15'), await countAt('18:00')]).toEqual([1, 1, 3, 1]);
  });

  it('are found through an index without reading online screens', async () => {
    await createDevices(test, admin, { count: 1000, isOnline: () => true });
    await createPublishedScreens(2);
    await sql`analyze screens, devices, publishes`.execute(test.db);
    const read = (table: string) =>
      countRowsRead(test.db, table, (tx) => findOfflineScreens(tx, new Date(), new Date(Date.now() + MINUTE_MS)));
    for (const table of ['screens', 'publishes', 'devices']) expect(await read(table), table).toBeLessThan(20);
  });
});

it('reports a nearly full disk with its machine and its recovery, and forgets machines that no longer report', async () => {
  const disk = { folder: '/data', total: 100e9, free: 11e9, isLow: false };
  const system = { readDiskUsage: async () => disk } as unknown as SystemApi;
  const checks = createAlertChecks({ ...test, queue: createQueue(), publicUrl: 'http://vitrine.test', system });
  const checkDiskAt = async (minutes: number, free: number) => {
    test.clock.offsetMs = minutes * MINUTE_MS;
    disk.free = free;
    await checks.checkDisk();
    return mailedTo(admin);
  };
  expect(await checkDiskAt(0, 11e9)).toEqual([]);
  expect(await checkDiskAt(1, 10e9)).toEqual([`Vitrine: The disk on ${os.hostname()} is nearly full`]);
  expect((await read()).standing).toMatchObject([{ kind: 'diskFull', subject: os.hostname(), count: 90 }]);
  expect(await checkDiskAt(100, 11.5e9)).toEqual([]);
  expect(await checkDiskAt(101, 13e9)).toEqual([`Vitrine: Disk space on ${os.hostname()} is back to normal`]);
  await checks.deleteStaleAlerts();
  expect(await test.db.selectFrom('alerts').select('kind').execute()).toHaveLength(1);
  test.clock.offsetMs += 25 * 60 * MINUTE_MS;
  await checks.deleteStaleAlerts();
  expect(await test.db.selectFrom('alerts').select('kind').execute()).toEqual([]);
});

it('checks the disk of this process', async () => {
  await test.runWorkerTasks('alerts.diskFull');
  const [row] = await test.db.selectFrom('alerts').selectAll().execute();
  expect(row).toMatchObject({ kind: 'diskFull', subject: expect.stringContaining(os.hostname()) as string });
});

it('reports jobs that failed permanently within the hour, by kind', async () => {
  const runCheck = (minutes: number) => runCheckAfter(minutes, 'alerts.jobsFailed');
  const fail = (kind: string) =>
    sql`select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job(${kind}, '{}')).id], 'No')`.execute(test.db);
  for (let count = 0; count < 4; count++) await fail('thing.do');
  await runCheck(0);
  expect(await mailedTo(admin)).toEqual([]);
  await fail('thing.undo');
  await runCheck(1);
  expect(await mailedTo(admin)).toEqual(['Vitrine: 5 jobs failed']);
  await runCheck(62);
  expect(await mailedTo(admin)).toEqual(['Vitrine: Jobs are running again']);
});

it('reports failed renewals until they are paid or over', async () => {
  await edit({ renewalsFailed: { isOn: true, count: 1 } });
  const runCheck = (minutes: number) => runCheckAfter(minutes, 'alerts.renewalsFailed');
  const payer = await aPerson(test);
  await aSubscription(payer, { card: 'pm_card_chargeCustomerFail' });
  await runCheck(0);
  expect(await mailedTo(admin)).toEqual([]);
  await advanceBankClock(test, root, 31.2);
  await runCheck(1);
  expect(await mailedTo(admin)).toEqual(['Vitrine: 1 renewal failed']);
  await advanceBankClock(test, root, 9);
  await runCheck(70);
  expect(await mailedTo(admin)).toEqual(['Vitrine: Renewal payments are back to normal']);
});

describe('settings of email alerts', () => {
  it('can be changed by administrators, read by support, and are audited', async () => {
    const before = await read();
    expect(before.readers.toSorted()).toEqual([root.email, admin.email].toSorted());
    expect((await edit({ quietMinutes: 120 }, support)).statusCode).toBe(404);
    const answer = await edit({ quietMinutes: 120, recipients: ['desk@example.com'] });
    expect(answer.json()).toMatchObject({
      message: 'Alerts saved.',
      result: { settings: { quietMinutes: 120 }, readers: ['desk@example.com'] },
    });
    const [{ id } = { id: '' }] = await test.db.selectFrom('alert_settings').select('id').execute();
    expect((await listAuditEntries(test, id)).at(-1)).toMatchObject({
      actorId: admin.user._id,
      action: 'alerts.update',
      before: { quiet_minutes: 60, recipients: [] },
      after: { quiet_minutes: 120, recipients: ['desk@example.com'] },
    });
    await createPublishedScreens(1);
    await runCheckAfter(20, 'alerts.screensOffline');
    expect(await mailedTo({ email: 'desk@example.com' })).toEqual(['Vitrine: 1 screen is offline']);
    expect(await mailedTo(admin)).toEqual([]);
    await edit({ quietMinutes: 60, recipients: [] });
  });

  it('accept one of several concurrent changes and report the conflict to the others', async () => {
    const { settings, updatedAt } = await read();
    const answers = await Promise.all(
      [70, 71, 72, 73, 74].map((quietMinutes) => admin.call('PUT', '/console/alerts', { ...settings, quietMinutes, updatedAt })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409]);
    await edit({ quietMinutes: 60 });
  });

  it('send nothing about disabled alerts and forget their state', async () => {
    await createPublishedScreens(1);
    await runCheckAfter(20, 'alerts.screensOffline');
    expect(await mailedTo(admin)).toEqual(['Vitrine: 1 screen is offline']);
    const { screensOffline } = (await read()).settings;
    await edit({ screensOffline: { ...screensOffline, isOn: false } });
    await runCheckAfter(200, 'alerts.screensOffline');
    expect(await mailedTo(admin)).toEqual([]);
    expect((await read()).standing).toEqual([]);
    await edit({ screensOffline });
  });

  it.each<[string, object]>([
    ['Enter a whole number between 5 and 10080.', { screensOffline: { isOn: true, minutes: 4, count: 1 } }],
    ['Enter a whole number between 1 and 10000.', { jobsFailed: { isOn: true, count: 1.5 } }],
    ['Enter a whole number between 50 and 99.', { diskFull: { isOn: true, percent: null } }],
    ['Enter a whole number between 5 and 1440.', { quietMinutes: 1441 }],
    ['Invalid email address', { recipients: ['nobody'] }],
    ['An address is listed twice.', { recipients: ['a@example.com', 'A@example.com'] }],
    ['You can add up to 20 addresses.', { recipients: Array.from({ length: 21 }, (_, index) => `a${index}@example.com`) }],
    ['', { isOn: true }],
  ])('refuses with “%s”', async (message, change) => {
    const answer = await edit(change as Partial<AlertSettings>);
    expect(answer.json()).toMatchObject({ code: 'INVALID' });
    expect(answer.body).toContain(message);
  });
});
