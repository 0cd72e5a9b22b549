import type { JobRow, SystemState } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHeartbeat } from '../../platform/queue/heartbeat.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { mergeStatements } from './system.presenter.ts';

let test: TestApp;
let admin: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  [admin, support] = [await aPerson(test, { name: 'Adam Admin' }), await aPerson(test, { name: 'Sam Support' })];
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
  await test.db.updateTable('users').set({ role: 'support' }).where('id', '=', support.user._id).execute();
  await test.runJobs();
});
afterAll(() => test.close());

const state = async () => (await support.call('GET', '/console/system')).json<{ result: SystemState }>().result;
const jobs = async (query: string) => (await support.call('GET', `/console/system/jobs?${query}`)).json<{ result: JobRow[] }>().result;
const aJob = async (payload: object = {}) => {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('mail.send', ${JSON.stringify(payload)}::json, max_attempts => 1)`.execute(test.db);
  return rows[0]?.id ?? '';
};
/** Inserts a job in the state after its last attempt. */
const aFailedJob = async (payload?: object) => {
  const id = await aJob(payload);
  await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], 'Connection refused')`.execute(test.db);
  return id;
};

describe('the system page', () => {
  it('lists the running processes with their roles and versions', async () => {
    const vitals = () => ({ loopDelayMs: 12.345, memoryBytes: 1e8 });
    const beating = createHeartbeat(test.db, undefined as never, 'test', { roles: ['api', 'worker'], vitals });
    await beating.beat([]);
    await beating.beat(['worker-1']);
    const { processes } = await state();
    expect(processes).toMatchObject([
      { _id: 'test', roles: ['api', 'worker'], isThis: true, loopDelayMs: 12.3, memory: 1e8, pid: process.pid },
    ]);
    expect(processes[0]?.version).toMatch(/^\d+\.\d+\.\d+/);
    await beating.deleteOwnHeartbeat();
    expect((await state()).processes).toEqual([]);
  });

  it('shows the disk, the database and its schema', async () => {
    const { disk, database } = await state();
    expect(disk).toMatchObject({ folder: test.dataDir });
    expect(disk.total).toBeGreaterThan(disk.free);
    expect(database.size).toBeGreaterThan(1e6);
    expect(database.version).toMatch(/^\d+/);
    expect(database.schema).toMatch(/^\d{4}_/);
    expect(database.connectionsMax).toBeGreaterThan(database.connections);
  });

  it('shows when email was sent last, and the reason of a failure', async () => {
    const before = Date.now();
    await aJob({ to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' });
    await test.runJobs();
    const sent = (await state()).mail;
    expect(sent).toMatchObject({ isSent: false, failedAt: null, error: null });
    expect(Date.parse(sent.sentAt ?? '')).toBeGreaterThanOrEqual(before);
    await sql`update mail_state set failed_at = now(), error = 'No route to host'`.execute(test.db);
    expect((await state()).mail).toMatchObject({ error: 'No route to host', failedAt: expect.any(String) });
  });

  it('merges the slow statements of all processes', () => {
    const one = { text: 'select 1', calls: 2, totalMs: 300, maxMs: 200 };
    const other = { text: 'select 2', calls: 1, totalMs: 400, maxMs: 400 };
    expect(mergeStatements([[one], [one, other], 'nonsense'])).toEqual([{ text: 'select 1', calls: 4, totalMs: 600, maxMs: 200 }, other]);
  });
});

describe('jobs', () => {
  it('that failed are listed with their error and without their payload, and run again on request', async () => {
    const id = await aFailedJob({ to: 'secret-link@example.com' });
    expect((await state()).jobs.find(({ kind }) => kind === 'mail.send')).toMatchObject({ failed: 1, waiting: 0, running: 0 });
    const listed = await jobs('state=failed');
    expect(listed).toMatchObject([{ _id: id, kind: 'mail.send', state: 'failed', attempts: 1, attemptsMax: 1 }]);
    expect(listed[0]?.error).toBe('Connection refused');
    expect(JSON.stringify(listed)).not.toContain('secret-link');
    // The cause of the failure is now removed.
    await sql`update graphile_worker._private_jobs set payload = '{"to":"a@example.com","subject":"Again","text":"x","html":"x"}' where id = ${id}::bigint`.execute(
      test.db,
    );
    expect((await support.call('POST', '/console/system/jobs/retry', { ids: [id] })).statusCode).toBe(404);
    const answer = await admin.call('POST', '/console/system/jobs/retry', { ids: [id] });
    expect(answer.json()).toMatchObject({ message: 'Job queued again.', result: { count: 1 } });
    expect(await jobs('state=waiting&kind=mail.send')).toMatchObject([{ _id: id, attempts: 0 }]);
    await test.runJobs();
    expect(test.printed.join()).toContain('a@example.com: Again');
    expect(await jobs('state=failed')).toEqual([]);
    const trail = await test.db.selectFrom('audit_entries').selectAll().where('action', '=', 'job.retry').execute();
    expect(trail).toMatchObject([{ actor_id: admin.user._id, user_id: null, detail: { jobs: [{ id, kind: 'mail.send' }] } }]);
    expect((await admin.call('POST', '/console/system/jobs/retry', { ids: [id] })).statusCode).toBe(404);
  });

  it('of one type are retried together, and pages continue after the last one', async () => {
    const ids = [await aFailedJob(), await aFailedJob(), await aFailedJob()].toReversed();
    expect((await jobs('state=failed&dataPerPage=2')).map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
    expect((await jobs(`state=failed&dataPerPage=2&after=${ids[1]}`)).map(({ _id }) => _id)).toEqual(ids.slice(2));
    expect((await admin.call('POST', '/console/system/jobs/retry', { kind: 'mail.other' })).statusCode).toBe(404);
    const answer = await admin.call('POST', '/console/system/jobs/retry', { kind: 'mail.send' });
    expect(answer.json()).toMatchObject({ message: '3 jobs queued again.', result: { count: 3 } });
    expect(await jobs('state=failed')).toEqual([]);
    expect(await jobs('state=waiting')).toHaveLength(3);
  });

  it.each(['state=gone', 'state=failed&after=x', 'state=failed&dataPerPage=101', "state=failed&kind=';--", ''])(
    'cannot be listed with %j',
    async (query) => {
      expect((await support.call('GET', `/console/system/jobs?${query}`)).json()).toMatchObject({ code: 'INVALID' });
    },
  );

  it.each([{}, { ids: [] }, { ids: ['x'] }, { ids: ['1'], kind: 'mail.send' }, { kind: '' }])('cannot be retried with %j', async (body) => {
    expect((await admin.call('POST', '/console/system/jobs/retry', body)).json()).toMatchObject({ code: 'INVALID' });
  });
});
