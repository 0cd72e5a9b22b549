import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aDevice, aPerson, type TestPerson } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { releaseCode } from './screens/screens.store.ts';

const LIMIT = 10;
let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp({ SCREENS_PER_ADDRESS: String(LIMIT) });
  ana = await aPerson(test, { devices: 100 });
});
afterAll(() => test.close());
beforeEach(() => sql`truncate request_counts`.execute(test.db));

interface Registered {
  code?: string;
  result?: { deviceId: string; secret: string };
}
const register = async (remoteAddress: string) => {
  const response = await test.app.inject({ method: 'POST', url: '/api/register/device', remoteAddress, payload: {} });
  return response.json<Registered>();
};
const registerMany = (count: number, addressOf: (at: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, at) => register(addressOf(at))));
const idsOf = (answers: Registered[]) => answers.flatMap(({ result }) => (result ? [result.deviceId] : []));
const age = (codes: string[], hours: number) =>
  sql`update screens set seen_at = now() - ${hours} * interval '1 hour' where device_code = any(${codes}::text[])`.execute(test.db);

it('limits new screens of an address under concurrent registrations, and serves other addresses', async () => {
  const answers = await registerMany(30, () => '192.0.2.1');
  expect(idsOf(answers)).toHaveLength(LIMIT);
  expect(answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20);
  expect((await register('192.0.2.2')).result).toBeDefined();
});

it('counts the addresses of an IPv6 network together', async () => {
  expect(idsOf(await registerMany(30, (at) => `2001:db8::${at.toString(16)}`))).toHaveLength(LIMIT);
});

it('frees capacity when a screen becomes a device', async () => {
  const [first] = await registerMany(LIMIT, () => '192.0.2.3');
  expect((await register('192.0.2.3')).code).toBe('TOO_MANY_REQUESTS');
  await aDevice(ana, { deviceId: first?.result?.deviceId ?? '', secret: '', get: () => Promise.reject(new Error('unused')) });
  expect((await register('192.0.2.3')).result).toBeDefined();
});

it('reuses the id of an unused screen at the limit and invalidates its old secret', async () => {
  const answers = await registerMany(LIMIT, () => '192.0.2.4');
  const [unused, online, owned] = idsOf(answers) as [string, string, string];
  await aDevice(ana, { deviceId: owned, secret: '', get: () => Promise.reject(new Error('unused')) });
  await register('192.0.2.4');
  await age([unused, online, owned], 2);
  await sql`update screens set live_process_id = 'elsewhere' where device_code = ${online}`.execute(test.db);
  const next = await register('192.0.2.4');
  expect(next.result?.deviceId).toBe(unused);
  expect((await register('192.0.2.4')).code).toBe('TOO_MANY_REQUESTS');
  expect(await test.modules.resolveScreen(unused, answers[0]?.result?.secret ?? '')).toBeUndefined();
  expect(await test.modules.resolveScreen(unused, next.result?.secret ?? '')).toBeDefined();
});

it('never reuses the id of a screen that was seen within the last hour', async () => {
  const answers = await registerMany(LIMIT, () => '192.0.2.5');
  await age(idsOf(answers), 0.9);
  expect((await register('192.0.2.5')).code).toBe('TOO_MANY_REQUESTS');
});

it('reassigns a randomly drawn id only when its screen was offline for a day', async () => {
  const [unused, recent, owned] = idsOf(await registerMany(3, () => '192.0.2.6')) as [string, string, string];
  await aDevice(ana, { deviceId: owned, secret: '', get: () => Promise.reject(new Error('unused')) });
  await age([unused, owned], 25);
  const release = (code: string) => test.db.transaction().execute((tx) => releaseCode(tx, code, '1 day'));
  expect([await release(unused), await release(recent), await release(owned)]).toEqual([true, false, false]);
});

it('deletes a screen without an owner that was offline for a week, and keeps one that is connected', async () => {
  const answers = await registerMany(2, () => '192.0.2.7');
  const [online, offline] = idsOf(answers) as [string, string];
  await test.db.updateTable('screens').set({ live_process_id: 'test' }).where('device_code', '=', online).execute();
  await age([online, offline], 8 * 24);
  await test.runWorkerTasks('devices.forgotten');
  const rows = await test.db.selectFrom('screens').select('device_code').where('device_code', 'in', [online, offline]).execute();
  expect(rows.map(({ device_code }) => device_code)).toEqual([online]);
  await test.db.deleteFrom('screens').where('device_code', '=', online).execute();
});

it('limits new screens of all addresses together', async () => {
  await sql`insert into request_counts (key, count, ends_at) values ('screen registrations', 2995, now() + interval '1 minute')`.execute(
    test.db,
  );
  const answers = await registerMany(20, (at) => `198.51.100.${at}`);
  expect(idsOf(answers)).toHaveLength(5);
});

it('deletes surplus screens that never had an owner, the oldest first', async () => {
  // Generated ids never start with Q.
  await sql`insert into screens (id, device_code, secret_hash, registered_from, seen_at)
    select gen_random_uuid(), 'Q' || lpad(n::text, 5, '0'), '', '203.0.113.' || n % 200, now() - interval '2 hours' - n * interval '1 second'
    from generate_series(0, 99999) n`.execute(test.db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from screens where registered_from is not null`.execute(
    test.db,
  );
  expect(rows[0]?.count).toBeGreaterThan(100_000);
  await test.runWorkerTasks('devices.forgotten');
  const after = await sql<{ count: number; newest: boolean; oldest: boolean }>`
    select count(*)::int as count, bool_or(device_code = 'Q00000') as newest, bool_or(device_code = 'Q99999') as oldest
    from screens where registered_from is not null`.execute(test.db);
  expect(after.rows).toEqual([{ count: 100_000, newest: true, oldest: false }]);
});
