/**
 * Cost and delay of nudges between two processes: `npm run bench -- live`. Set REDIS_URL to also measure a Redis stream. A transaction changes one row and
 * notifies one screen; the peer is the same transaction without a notification.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { startOwnPostgres } from '../../../apps/server/src/testing/test-postgres.ts';
import type { Order, Outcome, Transport } from './live-process.ts';

const PROCESSES = 2;
const MS = 8000;
/** As busy as a large installation is. */
const STEADY_PER_S = 200;
const ROWS = 64;
/** NOTIFY holds one lock of the whole database from before the commit until it is on the disk, so commits that tell wait for each other. */
const LIMITS = { ratio: { none: 1, notify: 0.3, redis: 0.6 }, delayMs: 50 };

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const percentile99 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

async function askAll(processes: ChildProcess[], order: Order) {
  const outcomes = await Promise.all(
    processes.map(async (child) => {
      child.send(order);
      return (await once(child, 'message'))[0] as Outcome;
    }),
  );
  return {
    perSecond: sum(outcomes.map(({ sent }) => sent)) / (order.ms / 1000),
    sent: sum(outcomes.map(({ sent }) => sent)),
    heard: sum(outcomes.map((outcome) => outcome.heard)),
    p99: percentile99(outcomes.flatMap(({ delaysMs }) => delaysMs)),
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
    const silent = await askAll(processes, { way: 'none', ms: MS });
    const ways: Transport[] = redisUrl ? ['notify', 'redis'] : ['notify'];
    const results = [];
    for (const way of ways) {
      const steady = await askAll(processes, { way, ms: MS, perSecond: STEADY_PER_S / PROCESSES });
      const most = await askAll(processes, { way, ms: MS });
      results.push(...resultsOf(way, { silent, steady, most }));
    }
    return results;
  } finally {
    for (const child of processes) child.disconnect();
    await close();
    await postgres.stop();
  }
}

type Figures = Record<'silent' | 'steady' | 'most', Awaited<ReturnType<typeof askAll>>>;

function resultsOf(way: Transport, { silent, steady, most }: Figures) {
  const ratio = most.perSecond / silent.perSecond;
  const [delay, told] = [steady.p99 / LIMITS.delayMs, most.heard / (most.sent * PROCESSES)];
  return [
    {
      name: `${way}: publishing transactions against silent ones`,
      ours: most.perSecond,
      peer: silent.perSecond,
      unit: '/s',
      ratio,
      limit: LIMITS.ratio[way],
      pass: ratio >= LIMITS.ratio[way],
    },
    {
      name: `${way}: messages heard by both of those sent at the most`,
      ours: most.heard,
      peer: most.sent * PROCESSES,
      unit: 'messages',
      ratio: told,
      limit: 1,
      pass: told >= 1,
    },
    {
      name: `${way}: p99 until both have heard, at ${STEADY_PER_S} transactions a second`,
      ours: steady.p99,
      peer: LIMITS.delayMs,
      unit: 'ms',
      ratio: delay,
      limit: 1,
      pass: delay <= 1,
    },
  ];
}
