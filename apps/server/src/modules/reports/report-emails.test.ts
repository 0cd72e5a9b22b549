import type { ReportEmails } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aDevice, aPerson, aScreen, type TestPerson } from '../../testing/builders.ts';
import { aFamily, listMailSubjects } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at('2026-05-06T12:00:00Z');
  ana = await aPerson(test, { devices: 10 });
});

/** Sets the test's clock. */
function at(time: string) {
  test.clock.offsetMs = Date.parse(time) - Date.now();
}
const edit = (body: object, person = ana) => person.call('PUT', '/reports/emails', body);
const read = async () => (await ana.call('GET', '/reports/emails')).json<{ result: ReportEmails }>().result;
async function run() {
  await test.runWorkerTasks('reports.emails');
  await test.runJobs();
}
const subjects = (person = ana) => listMailSubjects(test, person.email);

it('sends one email for each period that ends after it was turned on', async () => {
  await aDevice(ana, await aScreen(test));
  expect(await read()).toEqual({ weekly: false, monthly: false, email: ana.email });
  expect((await edit({ weekly: true, monthly: false })).json()).toMatchObject({ result: { weekly: true, monthly: false } });
  await run();
  expect(await subjects()).toEqual([]);
  // Sunday has not ended in all time zones.
  at('2026-05-11T11:00:00Z');
  await run();
  expect(await subjects()).toEqual([]);
  at('2026-05-11T13:00:00Z');
  await Promise.all([test.runWorkerTasks('reports.emails'), test.runWorkerTasks('reports.emails')]);
  await run();
  await run();
  expect(await subjects()).toEqual([expect.stringContaining('Weekly report, May 4 to May 10')]);
});

it('stops by the link in the email, which email programs can post to without a page', async () => {
  await aDevice(ana, await aScreen(test));
  await edit({ weekly: false, monthly: true });
  at('2026-06-01T13:00:00Z');
  await run();
  expect(await subjects()).toEqual([expect.stringContaining('Monthly report, May 1 to May 31')]);
  const row = await test.db.selectFrom('report_emails').select('stop_token').where('user_id', '=', ana.user._id).executeTakeFirstOrThrow();
  // As RFC 8058 describes.
  const stop = (token: string) =>
    test.app.inject({
      method: 'POST',
      url: `/api/emails/stop?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await stop('x'.repeat(43))).json()).toMatchObject({ code: 'LINK_EXPIRED' });
  expect((await stop(row.stop_token)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ weekly: false, monthly: false });
  at('2026-07-01T13:00:00Z');
  await run();
  expect(await subjects()).toHaveLength(1);
});

it('ends for a former member of a family, and for accounts without screens', async () => {
  const ben = await aPerson(test, { name: 'Ben Costa' });
  const { orgId } = await aFamily(test, ana, [ben]);
  const device = await aDevice(ana, await aScreen(test));
  await test.db.updateTable('devices').set({ org_id: orgId }).where('id', '=', device._id).execute();
  expect((await edit({ orgId, weekly: true, monthly: false }, ben)).statusCode).toBe(200);
  expect((await edit({ orgId: newId(), weekly: true, monthly: false }, ben)).json()).toMatchObject({ code: 'NOT_FOUND' });
  expect((await edit({ userId: ana.user._id, weekly: true, monthly: false }, ben)).json()).toMatchObject({ code: 'NOT_FOUND' });
  await edit({ weekly: true, monthly: false }, ben);
  at('2026-05-11T13:00:00Z');
  await run();
  expect(await subjects(ben)).toHaveLength(1);
  await test.db.deleteFrom('organisation_members').where('user_id', '=', ben.user._id).execute();
  at('2026-05-18T13:00:00Z');
  await run();
  expect(await subjects(ben)).toHaveLength(1);
});

it('sends an email although 500 others fail, and retries those less often', async () => {
  await aDevice(ana, await aScreen(test));
  await edit({ weekly: true, monthly: false });
  // The failing ones are due for longer and are listed first.
  await sql`
    with failing as (
      insert into users (id, name, email, password_hash)
      select gen_random_uuid(), 'Failing ' || n, 'failing' || n || '@example.com', 'x' from generate_series(1, 500) as n returning id)
    insert into report_emails (user_id, scope_id, weekly, monthly, weekly_sent, monthly_sent, stop_token)
    select id, id, true, false, '2026-01-04', '2026-01-31', id::text from failing`.execute(test.db);
  const isOfFailing = sql<boolean>`key like 'report:weekly:%' and key not like ${`%${ana.user._id}%`}`;
  const fail = (set: ReturnType<typeof sql>) => sql`update graphile_worker._private_jobs set ${set} where ${isOfFailing}`.execute(test.db);
  const countAttempts = async () => {
    const { rows } = await sql<{ attempts: number; count: number }>`
      select attempts, count(*)::integer as count from graphile_worker._private_jobs where ${isOfFailing} group by attempts`.execute(
      test.db,
    );
    return rows;
  };
  at('2026-05-11T13:00:00Z');
  await test.runWorkerTasks('reports.emails');
  expect(await countAttempts()).toEqual([{ attempts: 0, count: 500 }]);
  await fail(sql`attempts = 1, run_at = now() + interval '1 hour'`);
  await run();
  expect(await subjects()).toHaveLength(1);
  await fail(sql`attempts = max_attempts, updated_at = now()`);
  await test.runWorkerTasks('reports.emails');
  expect(await countAttempts()).toEqual([{ attempts: 8, count: 500 }]);
  await fail(sql`updated_at = now() - interval '7 hours'`);
  await test.runWorkerTasks('reports.emails');
  expect(await countAttempts()).toEqual([{ attempts: 0, count: 500 }]);
  await sql`delete from graphile_worker._private_jobs where ${isOfFailing}`.execute(test.db);
});
