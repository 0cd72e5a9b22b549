/**
 * Cost and delay of nudges between two processes: `npm run bench -- live`. Set REDIS_URL to also measure a Redis stream. A transaction changes one row and
 * notifies one screen. The peer is the same transaction without a notification.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { startOwnPostgres } from '../../../apps/server/src/testing/test-postgres.ts';
import { quantile } from '../figures.ts';
import type { PublishTask, TaskResult, Transport } from './live-process.ts';

const PROCESSES = 2;
const DURATION_MS = 8000;
/** Transactions per second of a large installation. */
const STEADY_PER_S = 200;
const ROWS = 64;
/** NOTIFY acquires a database-wide lock until the commit is durable, so that commits with notifications wait for each other. */
const LIMITS = { ratio: { none: 1, notify: 0.3, redis: 0.6 }, delayMs: 50 };

const sum = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0);

async function runOnAll(processes: ChildProcess[], task: PublishTask) {
  const taskResults = await Promise.all(
    processes.map(async (child) => {
      child.send(task);
      return (await once(child, 'message'))[0] as TaskResult;
    }),
  );
  return {
    perSecond: sum(taskResults.map(({ sent }) => sent)) / (task.durationMs / 1000),
    sent: sum(taskResults.map(({ sent }) => sent)),
    received: sum(taskResults.map((result) => result.received)),
    p99: quantile(
      taskResults.flatMap(({ delaysMs }) => delaysMs),
      0.99,
    ),
  };
}

export async function run() {
  const redisUrl = process.env['REDIS_URL'];
  const postgres = await startOwnPostgres();
  const { db, close } = openDatabase(postgres.url, pino({ level: 'silent' }), 2);
  await migrate(db);
  await sql`create table bench_rows as select id, 0 as revision from generate_series(0, ${ROWS}) as id`.execute(db);
  await sql`alter table bench_rows add primary key (id)`.execute(db);
  const processes = Array.from({ length: PROCESSES }, (_, index) =>
    fork(path.join(import.meta.dirname, 'live-process.ts'), [postgres.url, redisUrl ?? '', String(index)]),
  );
  try {
    await Promise.all(processes.map((child) => once(child, 'message')));
    const silent = await runOnAll(processes, { transport: 'none', durationMs: DURATION_MS });
    const transports: Transport[] = redisUrl ? ['notify', 'redis'] : ['notify'];
    const results = [];
    for (const transport of transports) {
      const steady = await runOnAll(processes, { transport, durationMs: DURATION_MS, perSecond: STEADY_PER_S / PROCESSES });
      const maximum = await runOnAll(processes, { transport, durationMs: DURATION_MS });
      results.push(...createResults(transport, { silent, steady, maximum }));
    }
    return results;
  } finally {
    for (const child of processes) child.disconnect();
    await close();
    await postgres.stop();
  }
}

type Figures = Record<'silent' | 'steady' | 'maximum', Awaited<ReturnType<typeof runOnAll>>>;

function createResults(transport: Transport, { silent, steady, maximum }: Figures) {
  const ratio = maximum.perSecond / silent.perSecond;
  const [delay, receivedShare] = [steady.p99 / LIMITS.delayMs, maximum.received / (maximum.sent * PROCESSES)];
  return [
    {
      name: `${transport}: transactions with a notification vs. without`,
      ours: maximum.perSecond,
      peer: silent.perSecond,
      unit: '/s',
      ratio,
      limit: LIMITS.ratio[transport],
      pass: ratio >= LIMITS.ratio[transport],
    },
    {
      name: `${transport}: messages received by both processes at the maximum rate`,
      ours: maximum.received,
      peer: maximum.sent * PROCESSES,
      unit: 'messages',
      ratio: receivedShare,
      limit: 1,
      pass: receivedShare >= 1,
    },
    {
      name: `${transport}: p99 until both processes received a message, at ${STEADY_PER_S} transactions per second`,
      ours: steady.p99,
      peer: LIMITS.delayMs,
      unit: 'ms',
      ratio: delay,
      limit: 1,
      pass: delay <= 1,
    },
  ];
}
