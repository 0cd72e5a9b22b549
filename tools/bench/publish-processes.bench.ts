/**
 * Publishes to all screens of two processes: `npm run bench -- publish-processes`. BENCH_SCREENS sets their number, 500 by default. If REDIS_URL is set,
 * the bench measures Redis as well.
 *
 * Half of the screens are connected to each process, without a proxy. They are simulated in two other processes. The clock starts when the first process
 * receives the requests, as few as the limit of devices per request allows, and stops for each screen when it has adopted a manifest with the published
 * content. Percentiles are over the screens; a row has their median over the publishes. Statements and rows are counted at another publish, because the counter
 * is a port in front of the database that delays statements. They include reports of the screens until 5 s after the publish, less those of as many seconds
 * without a publish.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@vitrine/contract';
import { sql } from 'kysely';
import { ApiPerson } from '../../e2e/api.ts';
import { allowDevices, withProductDatabase } from '../../e2e/product-database.ts';
import { createLimitResult, median, quantile } from './figures.ts';
import { type FleetData, makeFleet } from './fleet.data.ts';
import { now } from './fleet-figures.ts';
import { FleetScreens } from './fleet-screens.ts';
import { ProcessPair } from './process-pair.ts';

const SCREENS = Number(process.env['BENCH_SCREENS'] ?? 500);
const ITEMS = 50;
const PUBLISHES = SCREENS > 5000 ? 5 : 15;
const SETTLE_MS = SCREENS > 5000 ? 20_000 : 3000;
const TIMEOUT_S = 180;
/** Time for reports of the screens, and for PostgreSQL to update its statistics. */
const REPORTS_MS = 5000;
const P99_LIMIT_MS = SCREENS > 5000 ? 2000 : 200;

interface Setup {
  pair: ProcessPair;
  person: ApiPerson<ProcessPair>;
  data: FleetData;
  groups: FleetScreens[];
}

export async function run() {
  const redisUrl = process.env['REDIS_URL'];
  const results = [...(await benchTransport('NOTIFY', undefined))];
  if (redisUrl) results.push(...(await benchTransport('Redis', redisUrl)));
  return results;
}

async function benchTransport(name: string, redisUrl: string | undefined) {
  const publishes = await withScreens({ redisUrl, countsStatements: false }, timePublishes);
  const counts = await withScreens({ redisUrl, countsStatements: true }, countPublish);
  console.log(`  ${name}: ${counts.statements} statements and ${counts.rows} changed rows for a publish to ${SCREENS} screens`);
  console.log(`  ${name}: p99 of each publish ${publishes.map((times) => Math.round(quantile(times, 0.99))).join(', ')} ms`);
  const perPublish = (share: number) => median(publishes.map((times) => quantile(times, share)));
  return [
    createLimitResult(`${name}: publish on ${SCREENS} screens of two processes, p50`, perPublish(0.5), P99_LIMIT_MS, 'ms'),
    createLimitResult(`${name}: the same, p99`, perPublish(0.99), P99_LIMIT_MS, 'ms'),
  ];
}

/** Starts two processes and their screens, which show the first playlist, and runs the work. */
async function withScreens<T>(options: Parameters<typeof ProcessPair.start>[0], work: (setup: Setup) => Promise<T>): Promise<T> {
  const pair = await ProcessPair.start(options);
  const groups: FleetScreens[] = [];
  try {
    const person = await ApiPerson.create(pair, 'fleet@example.com');
    await allowDevices(person, SCREENS);
    const data = await makeFleet(pair, person, SCREENS, ITEMS);
    const setup = { pair, person, data, groups };
    await publish(setup, data.playlistIds[0]);
    for (const [at, server] of pair.serving.entries())
      groups.push(
        new FleetScreens(
          server.origin,
          data.identities.filter((_identity, index) => index % pair.serving.length === at),
        ),
      );
    for (const group of groups) await group.waitFor('stored', TIMEOUT_S);
    await sleep(SETTLE_MS);
    return await work(setup);
  } finally {
    for (const group of groups) await group.close();
    await pair.remove();
  }
}

/** Sends parallel requests, because the number of devices per request is limited. */
async function publish({ person, data: { deviceIds } }: Pick<Setup, 'person' | 'data'>, playlistId: string): Promise<void> {
  const requests = Math.ceil(deviceIds.length / LIMITS.publishDevices);
  await Promise.all(
    Array.from({ length: requests }, (_, at) =>
      person.publish(playlistId, deviceIds.slice(at * LIMITS.publishDevices, (at + 1) * LIMITS.publishDevices)),
    ),
  );
}

/** Publishes to all screens. Returns the time until each of them has the content, in milliseconds. */
async function timePublish(setup: Setup, playlistId: string): Promise<number[]> {
  for (const group of setup.groups) await group.resetTimes({ playlistId, items: ITEMS });
  const sentAt = now();
  await publish(setup, playlistId);
  for (const group of setup.groups) await group.waitFor('stored', TIMEOUT_S);
  const times = await Promise.all(setup.groups.map((group) => group.times()));
  return times.flatMap(({ storedAt }) => storedAt.map((at) => at - sentAt));
}

async function timePublishes(setup: Setup): Promise<number[][]> {
  const [red, blue] = setup.data.playlistIds;
  const publishes: number[][] = [];
  while (publishes.length < PUBLISHES) {
    publishes.push(await timePublish(setup, publishes.length % 2 === 0 ? blue : red));
    await sleep(SETTLE_MS);
  }
  return publishes;
}

/** Counts the statements of a publish, and the rows that they insert, update or delete. */
async function countPublish(setup: Setup): Promise<{ statements: number; rows: number }> {
  const countDuring = async (work: () => Promise<unknown>, durationMs = 0) => {
    const [statements, rows, startedAt] = [setup.pair.counter.count, await countRows(setup.pair), now()];
    await work();
    await sleep(Math.max(REPORTS_MS, durationMs - (now() - startedAt)));
    const tookMs = now() - startedAt;
    return { tookMs, statements: setup.pair.counter.count - statements, rows: (await countRows(setup.pair)) - rows };
  };
  const busy = await countDuring(() => timePublish(setup, setup.data.playlistIds[1]));
  await sleep(SETTLE_MS);
  const idle = await countDuring(async () => undefined, busy.tookMs);
  return { statements: busy.statements - idle.statements, rows: busy.rows - idle.rows };
}

const countRows = (pair: ProcessPair): Promise<number> =>
  withProductDatabase(pair, async (db) => {
    const { rows } = await sql<{ count: number }>`select tup_inserted + tup_updated + tup_deleted as count
      from pg_stat_database where datname = current_database()`.execute(db);
    return rows[0]?.count ?? 0;
  });
