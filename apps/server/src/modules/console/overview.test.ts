import type { Overview } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createHeartbeat } from '../../platform/queue/heartbeat.ts';
import { aDevice, anAlbum, aPerson, aScreen, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { countPagesRead, PLANS } from '../../testing/database-reads.ts';
import { aPosterOrder, payOrder } from '../../testing/ordering.ts';
import { insertMany } from '../../testing/search-indexes.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { aVideoRow } from '../processing/access-cases.ts';
import { toUtcDay } from './daily-figures.rules.ts';
import { countAttention, countCurrent } from './overview.read-model.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let admin: TestPerson;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp({ SECOND_FACTOR: 'optional' });
  [admin, ana] = [await aPerson(test, { name: 'Adam Admin' }), await aPerson(test, { devices: 5 })];
  await test.db.updateTable('users').set({ role: 'support' }).where('id', '=', admin.user._id).execute();
  // The clock is moved by weeks.
  await sql`update sessions set expires_at = now() + interval '1 year'`.execute(test.db);
});
afterAll(() => test.close());
// Each test starts at noon: one that started shortly before midnight would pass into another day of figures.
const UNTIL_NOON_MS = DAY_MS / 2 - (Date.now() % DAY_MS);
beforeEach(() => {
  test.clock.offsetMs = UNTIL_NOON_MS;
});

const read = async () => (await admin.call('GET', '/console/overview')).json<{ result: Overview }>().result;
const last = (series: (number | null)[]) => series.at(-1);
const today = () => toUtcDay(test.clock.now());

describe('the overview', () => {
  it('counts all objects before the first measurement', async () => {
    const before = await read();
    expect(before.today).toBe(today());
    for (const { days } of [before.people, before.online, before.storage, before.queue, before.income]) expect(days).toHaveLength(90);
    expect(before.people.days.slice(0, -1).every((value) => value === null)).toBe(true);
    const { mediaId } = await aStoredPhoto(test, ana, (await anAlbum(ana))._id);
    const order = await aPosterOrder(ana, { mediaId });
    await payOrder(test, ana, order);
    const { _id: deviceId } = await aDevice(ana, await aScreen(test));
    await sql`update screens set live_process_id = 'test' where listed_id = ${deviceId}`.execute(test.db);
    await aPerson(test);
    await sql`insert into storage_usage (user_id, used_bytes) values (${ana.user._id}, 1234) on conflict (user_id) do update set used_bytes = 1234`.execute(
      test.db,
    );
    const now = await read();
    expect(now.people).toMatchObject({ now: before.people.now + 1 });
    expect(last(now.people.days)).toBe(now.people.now);
    expect(now.online).toMatchObject({ now: 1, devices: 1 });
    expect(now.income.now).toBe(order.amounts.total);
    expect(last(now.income.days)).toBe(order.amounts.total);
    expect(now.storage.now).toBe(1234);
  });

  it('shows the measured days, with the daily maximum of fluctuating figures', async () => {
    await test.runWorkerTasks('console.figures');
    await sql`update screens set live_process_id = null`.execute(test.db);
    const measured = await read();
    expect(measured.online).toMatchObject({ now: 0 });
    expect(last(measured.online.days)).toBe(1);
    // For days before the first measurement, rows contain accounts and payments but not what was online.
    expect(measured.people.days[0]).toBe(0);
    expect(measured.income.days[0]).toBe(0);
    expect(measured.online.days[0]).toBeNull();
    const { people } = measured;

    test.clock.offsetMs += 2 * DAY_MS;
    await sql`update users set created_at = ${test.clock.now()} where id = ${ana.user._id}`.execute(test.db);
    await test.runWorkerTasks('console.figures');
    const later = await read();
    expect(later.people.days.slice(-3)).toEqual([people.now - 1, people.now - 1, people.now]);
    expect(later.online.days.slice(-3)).toEqual([1, null, 0]);
    await sql`update users set created_at = now() where id = ${ana.user._id}`.execute(test.db);
  });

  it('is not measured again by another process shortly afterwards', async () => {
    const measuredAt = async () => (await sql`select max(measured_at) as at from daily_figures`.execute(test.db)).rows;
    test.clock.offsetMs += 3 * DAY_MS;
    await test.runWorkerTasks('console.figures');
    const before = await measuredAt();
    test.clock.offsetMs += 60_000;
    await test.runWorkerTasks('console.figures');
    expect(await measuredAt()).toEqual(before);
    test.clock.offsetMs += 300_000;
    await test.runWorkerTasks('console.figures');
    expect(await measuredAt()).not.toEqual(before);
  });

  it('subtracts a refund from the income of its day', async () => {
    const [order] = await sql<{ id: string }>`select id from orders where paid_at is not null`.execute(test.db).then(({ rows }) => rows);
    const before = await read();
    await sql`insert into order_refunds (id, order_id, amount_cents, state) values (${newId()}, ${order?.id}, 100, 'done'), (${newId()}, ${order?.id}, 50, 'refused')`.execute(
      test.db,
    );
    expect((await read()).income.now).toBe(before.income.now - 100);
  });

  it('lists only problems that need attention', async () => {
    const counts = async () => Object.fromEntries((await read()).attention.map(({ kind, count }) => [kind, count]));
    expect(await counts()).toEqual({ workersGone: 1, mailNotSent: 1 });
    const beating = createHeartbeat(test.db, undefined as never, 'worker', {
      roles: ['worker'],
      vitals: () => ({ loopDelayMs: null, memoryBytes: null }),
    });
    await beating.beat([]);
    expect(await counts()).toEqual({ mailNotSent: 1 });
    await aVideoRow(test.db, ana.user._id, { status: 9, name: 'Broken', reason: 'Damaged' });
    await sql`update orders set payment_event = 'paymentfailed', paid_at = null`.execute(test.db);
    await sql`insert into contact_messages (id, name, email, phone_no, message_text) values (${newId()}, 'Ana', 'a@example.com', '', 'Hello')`.execute(
      test.db,
    );
    await sql`update screens set seen_at = now() - interval '2 days', live_process_id = null`.execute(test.db);
    await sql`select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('mail.send')).id], 'Refused')`.execute(test.db);
    await sql`insert into mail_state (failed_at, error) values (now(), 'Refused')`.execute(test.db);
    expect(await counts()).toEqual({
      mailFailed: 1,
      mailNotSent: 1,
      jobsFailed: 1,
      videosFailed: 1,
      screensGone: 1,
      paymentsFailed: 1,
      messagesWaiting: 1,
    });
    // A month later only pending tasks remain.
    test.clock.offsetMs += 40 * DAY_MS;
    expect(await counts()).toEqual({ mailFailed: 1, mailNotSent: 1, jobsFailed: 1, messagesWaiting: 1 });
    await beating.deleteOwnHeartbeat();
  });

  it('stops counting at a limit', async () => {
    const insert = sql`insert into users (id, name, email, password_hash) select gen_random_uuid(), 'Many ' || n, 'many' || n || '@example.com', 'x'
      from generate_series(1, 5000) n`;
    await insertMany(test.db, 'people_search', 5000, () => insert.execute(test.db));
    await sql`analyze people_index`.execute(test.db);
    expect((await countCurrent(test.db, 1000)).people).toBe(1000);
    expect((await countCurrent(test.db, null)).people).toBeGreaterThan(5000);
    for (const plan of PLANS) {
      expect(await countPagesRead(test.db, plan, ['people_index'], (tx) => countCurrent(tx, 100))).toBeLessThan(30);
      expect(
        await countPagesRead(test.db, plan, ['screens', 'orders', 'media', 'contact_messages'], (tx) => countAttention(tx, new Date())),
      ).toBeLessThan(40);
    }
  });
});
