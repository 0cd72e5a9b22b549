import { EventEmitter, once } from 'node:events';
import os from 'node:os';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { autocommit } from '../database/database.ts';
import { newId } from '../ids.ts';
import { CLEANUP_INTERVAL_MS, createHeartbeat, HEARTBEAT_INTERVAL_MS, PROCESS_TIMEOUT_S } from './heartbeat.ts';
import { createJobHandler, defineJob, type JobHandler, PRIORITY } from './job-type.ts';
import { createRetryingPool } from './pool-with-backoff.ts';
import { createQueue } from './queue.ts';
import { deleteEmptyJobQueues, migrateQueue, startWorker } from './worker.ts';

const log = pino({ level: 'silent' });
const queue = createQueue();
const greet = defineJob('test.greet', z.object({ name: z.string() }), { maxAttempts: 3 });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
/** Ends what a test started, so that a failed test leaves nothing that takes the jobs of the next one. */
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});

async function startTestWorker(handlers: JobHandler[], graceMs?: number) {
  const worker = await startWorker(database.pool, handlers, log, graceMs);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= worker.stop());
  cleanups.push(stop);
  return { ...worker, stop };
}

const countJobs = async () =>
  (await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs`.execute(database.db)).rows[0]?.count;

const lockedBy = async () =>
  (await sql<{ locked_by: string | null }>`select locked_by from graphile_worker.jobs`.execute(database.db)).rows[0]?.locked_by;

const lockedLongAgo = () => sql`update graphile_worker._private_jobs set locked_at = now() - interval '10 minutes'`.execute(database.db);

/** A job that runs until the test ends it or is over. */
function endlessJob() {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const handler = createJobHandler(greet, () => {
    begun.resolve();
    return ended.promise;
  });
  cleanups.push(ended.resolve);
  return { handler, begun: begun.promise, end: ended.resolve };
}

describe('the queue', () => {
  it('discards a job whose transaction was rolled back', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await queue.add(tx, greet, { name: 'nobody' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await countJobs()).toBe(0);
  });

  it('keeps one of several waiting jobs with the same key', async () => {
    for (const name of ['first', 'second']) await queue.add(autocommit(database.db), greet, { name }, { key: 'one' });
    expect(await countJobs()).toBe(1);
  });

  it('keeps no row for an empty line', async () => {
    const countLines = async () =>
      (await sql<{ count: number }>`select count(*) as count from graphile_worker._private_job_queues`.execute(database.db)).rows[0]?.count;
    await queue.add(autocommit(database.db), greet, { name: 'somebody' }, { key: 'lined', line: 'somebody' });
    await deleteEmptyJobQueues(database.pool);
    expect(await countLines()).toBe(1);
    await sql`select graphile_worker.remove_job('lined')`.execute(database.db);
    await deleteEmptyJobQueues(database.pool);
    expect(await countLines()).toBe(0);
  });

  it('creates its index of failed and running jobs once, when several processes start concurrently', async () => {
    await sql`drop index graphile_worker.vitrine_jobs_held`.execute(database.db);
    await Promise.all([1, 2, 3, 4].map(() => migrateQueue(database.pool)));
    const { rows } = await sql`select from pg_indexes where indexname = 'vitrine_jobs_held'`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  it('starts quick jobs before waiting image jobs', async () => {
    const picture = defineJob('test.picture', z.object({ name: z.string() }), { priority: PRIORITY.slow });
    const names = Array.from({ length: 10 }, (_, index) => `picture ${index}`);
    for (const name of names) await queue.add(autocommit(database.db), picture, { name });
    await queue.add(autocommit(database.db), greet, { name: 'came last' });
    const begun: string[] = [];
    const done = new EventEmitter();
    const note = async ({ name }: { name: string }) => {
      begun.push(name);
      if (begun.length > names.length) done.emit('all');
    };
    const all = once(done, 'all');
    const worker = await startTestWorker([createJobHandler(picture, note), createJobHandler(greet, note)]);
    await all;
    await worker.stop();
    expect(begun.indexOf('came last')).toBeLessThan(names.length / 2);
  });

  it('retries a failed job, and finally stores it with its error', async () => {
    const attempts: number[] = [];
    const done = new EventEmitter();
    const handler = createJobHandler(greet, async (_payload, { attempt, isLastAttempt }) => {
      attempts.push(attempt);
      if (isLastAttempt) queueMicrotask(() => done.emit('last'));
      throw new Error('no greeting today');
    });
    const worker = await startTestWorker([handler]);
    const last = once(done, 'last');
    await queue.add(autocommit(database.db), greet, { name: 'Ana' }, { key: 'failing' });
    // Shorten the backoff, so that the retry happens soon.
    const hurry = setInterval(
      () =>
        void sql`update graphile_worker._private_jobs set run_at = now() where key = 'failing' and locked_at is null`.execute(database.db),
      100,
    );
    await last;
    clearInterval(hurry);
    await worker.stop();
    expect(attempts).toEqual([1, 2, 3]);
    const { rows } = await sql<{
      last_error: string;
      attempts: number;
    }>`select last_error, attempts from graphile_worker.jobs where key = 'failing'`.execute(database.db);
    expect(rows).toEqual([{ last_error: 'no greeting today', attempts: 3 }]);
  });

  it('stops although a job is still running, and releases the job when the process has ended', async () => {
    const { handler, begun, end } = endlessJob();
    await queue.add(autocommit(database.db), greet, { name: 'Ana' });
    const worker = await startTestWorker([handler], 1);
    await begun;
    expect(worker.running()).toEqual([expect.stringMatching(/^test\.greet \d+$/)]);
    const own = createHeartbeat(database.db, database.pool, 'stopping');
    await own.beat(worker.workerIds());
    await lockedLongAgo();
    await worker.stop();
    const other = createHeartbeat(database.db, database.pool, 'another');
    await other.releaseJobsOfDeadProcesses();
    expect(await lockedBy()).toEqual(expect.any(String));
    await own.deleteOwnHeartbeat();
    await other.releaseJobsOfDeadProcesses();
    expect(await lockedBy()).toBeNull();
    end();
    await expect.poll(countJobs).toBe(0);
  });

  it('listens for the jobs of all lanes through one connection, also after it was lost', async () => {
    const lanes = ['short', 'long', 'idle', 'heavy'] as const;
    await startTestWorker(
      lanes.map((lane) => createJobHandler(defineJob(`test.${lane}`, z.object({}), { lane }), () => Promise.resolve())),
    );
    const listListeners = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN "jobs:insert"%'`.execute(database.db);
      return rows.map(({ pid }) => pid);
    };
    await expect.poll(listListeners).toHaveLength(1);
    const [lost] = await listListeners();
    await sql`select pg_terminate_backend(${lost})`.execute(database.db);
    await expect.poll(listListeners, { timeout: 5000 }).toEqual([expect.not.toBeOneOf([lost])]);
  });

  it('leaves no unhandled error when a result is recorded after the pool has ended', async () => {
    const pool = new pg.Pool();
    await pool.end();
    const settled = vi.fn();
    void createRetryingPool(pool).connect().then(settled, settled);
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
  });

  it('never gives a running job to another process', async () => {
    const { handler, begun, end } = endlessJob();
    await queue.add(autocommit(database.db), greet, { name: 'Ana' });
    const worker = await startTestWorker([handler]);
    await begun;
    await createHeartbeat(database.db, database.pool, 'at work').beat(worker.workerIds());
    await lockedLongAgo();
    const holder = await lockedBy();
    await createHeartbeat(database.db, database.pool, 'another').releaseJobsOfDeadProcesses();
    expect([holder, await lockedBy()]).toEqual([expect.any(String), holder]);
    end();
    await worker.stop();
    // The queue does not wait until the end of the job is recorded.
    await expect.poll(countJobs).toBe(0);
  });

  it('records a finished job after the database is available again, and continues', async () => {
    const { pool } = database;
    const connect = pool.connect.bind(pool) as () => Promise<never>;
    const done: string[] = [];
    let refused = 0;
    // Only recording the end fails, for which the queue does not wait.
    const refuseOnce = (...args: []) => {
      if (refused > 0 || done.length === 0 || !new Error().stack?.includes('completeJobs')) return connect(...args);
      refused++;
      return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    };
    pool.connect = refuseOnce as typeof pool.connect;
    const worker = await startTestWorker([createJobHandler(greet, async ({ name }) => void done.push(name))]);
    try {
      await queue.add(autocommit(database.db), greet, { name: 'Ana' });
      await expect.poll(countJobs, { timeout: 30_000 }).toBe(0);
    } finally {
      pool.connect = connect as typeof pool.connect;
      await worker.stop();
    }
    expect([done, refused]).toEqual([['Ana'], 1]);
  }, 40_000);
});

describe('the sweep of dead processes', () => {
  beforeEach(() => queue.add(autocommit(database.db), greet, { name: 'Ben' }));

  const lockJobAs = (worker: string, secondsAgo: number) =>
    sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${secondsAgo})`.execute(
      database.db,
    );

  it('releases the jobs of a process without heartbeats, and keeps those of a running one', async () => {
    const living = createHeartbeat(database.db, database.pool, 'living');
    await living.beat(['worker-living']);
    await lockJobAs('worker-living', 600);
    await living.releaseJobsOfDeadProcesses();
    expect(await lockedBy()).toBe('worker-living');

    await lockJobAs('worker-dead', 10);
    await living.releaseJobsOfDeadProcesses();
    expect(await lockedBy()).toBe('worker-dead');
    await lockJobAs('worker-dead', 31);
    await living.releaseJobsOfDeadProcesses();
    expect(await lockedBy()).toBeNull();
  });

  it('tolerates a delay of 25 s, and reports to a later process that it was considered dead', async () => {
    const held = createHeartbeat(database.db, database.pool, 'held up');
    const other = createHeartbeat(database.db, database.pool, 'other');
    const silentFor = (seconds: number) =>
      sql`update process_heartbeats set beat_at = now() - make_interval(secs => ${seconds}) where process_id = 'held up'`.execute(
        database.db,
      );
    expect(await held.beat([])).toBe(false);
    await silentFor(25);
    await other.bury();
    expect(await held.beat([])).toBe(false);
    await silentFor(PROCESS_TIMEOUT_S + 1);
    await other.bury();
    expect(await held.beat([])).toBe(true);
    expect(await held.beat([])).toBe(false);
  });

  it('detects dead processes and their screens within 45 s', () => {
    const JITTER = 1.05;
    // The last heartbeat was just before the crash. One check for processes and one for screens follow.
    expect(PROCESS_TIMEOUT_S + (2 * CLEANUP_INTERVAL_MS * JITTER) / 1000).toBeLessThan(45 - 5);
    expect(PROCESS_TIMEOUT_S * 1000).toBeGreaterThan(5 * HEARTBEAT_INTERVAL_MS * JITTER);
  });

  it('releases the jobs of a killed process at once when one with the same data folder starts on its machine', async () => {
    const DATA_FOLDER = newId();
    const startProcess = (id: string, dataFolderId: string) =>
      createHeartbeat(database.db, database.pool, id, {
        roles: ['worker'],
        vitals: () => ({ loopDelayMs: null, memoryBytes: null }),
        dataFolderId,
      });
    await startProcess('killed', DATA_FOLDER).beat(['worker-killed']);
    await lockJobAs('worker-killed', 1);
    await startProcess('elsewhere', newId()).releaseJobsOfPredecessor();
    expect(await lockedBy()).toBe('worker-killed');
    const setProcess = (values: { pid?: number; host?: string }) =>
      database.db.updateTable('process_heartbeats').set(values).where('process_id', '=', 'killed').execute();
    // Process 1 always runs.
    await setProcess({ pid: 1 });
    await startProcess('restarted', DATA_FOLDER).releaseJobsOfPredecessor();
    expect(await lockedBy()).toBe('worker-killed');
    await setProcess({ pid: 2 ** 22 + 1, host: 'another machine' });
    await startProcess('restarted', DATA_FOLDER).releaseJobsOfPredecessor();
    expect(await lockedBy()).toBe('worker-killed');
    await setProcess({ host: os.hostname() });
    await startProcess('restarted', DATA_FOLDER).releaseJobsOfPredecessor();
    expect(await lockedBy()).toBeNull();
  });

  it('releases all locks immediately when no other process can be running', async () => {
    const restarted = createHeartbeat(database.db, database.pool, 'restarted');
    await createHeartbeat(database.db, database.pool, 'killed').beat(['worker-killed']);
    await lockJobAs('worker-killed', 1);
    await restarted.releaseJobsOfDeadProcesses({ alone: true });
    expect(await lockedBy()).toBeNull();
  });
});
