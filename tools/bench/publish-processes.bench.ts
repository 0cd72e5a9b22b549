/**
 * Publishes to all screens of two processes: `npm run bench -- publish-processes`. BENCH_SCREENS sets their number, 500 by default. If REDIS_URL is set,
 * the bench measures Redis as well.
 *
 * Half of the screens are connected to each process, without a proxy. They are simulated in two other processes. The clock starts when the first process
 * receives the requests, as few as the limit of devices per request allows, and stops for each screen when it has adopted a manifest with the published
 * content. Percentiles are over the screens; a row has their median over the publishes. Processor time is measured until the last screen has the content.
 *
 * Statements and rows are counted at other publishes, because the counter is a port in front of the database that delays statements. Statements are those from
 * the request until the last screen has the content. Rows are those until PostgreSQL has updated its statistics, and contain reports of the screens. Both are
 * less those of the same time in a minute without a publish.
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
import { processorSeconds } from './process-figures.ts';
import { ProcessPair } from './process-pair.ts';

const SCREENS = Number(process.env['BENCH_SCREENS'] ?? 500);
const ITEMS = 50;
const PUBLISHES = SCREENS > 5000 ? 5 : 15;
const SETTLE_MS = SCREENS > 5000 ? 20_000 : 3000;
const TIMEOUT_S = 180;
const COUNTED_PUBLISHES = 3;
/** PostgreSQL updates its statistics up to 10 s after a transaction. */
const STATISTICS_MS = 12_000;
/** Screens report what they play once a minute. */
const MINUTE_MS = 60_000;
/** Target for all screens. */
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
  const counts = await withScreens({ redisUrl, countsStatements: true }, countPublishes);
  const formatWork = ({ statements, rows }: DatabaseWork) => `${statements} statements and ${rows} changed rows`;
  console.log(
    `  ${name}: ${formatWork(counts.publish)} for a publish to ${SCREENS} screens; ${formatWork(counts.idleSecond)} in an idle second`,
  );
  const perPublish = (share: number) => median(publishes.map(({ storedMs }) => quantile(storedMs, share)));
  const medianOf = (figure: Exclude<keyof PublishFigures, 'storedMs'>) => median(publishes.map((each) => each[figure])).toFixed(2);
  console.log(`  ${name}: p99 of each publish ${publishes.map(({ storedMs }) => Math.round(quantile(storedMs, 0.99))).join(', ')} ms`);
  console.log(
    `  ${name}: response after ${medianOf('responseMs')} ms; processor time of servers ${medianOf('serversS')} s, database ${medianOf('databaseS')} s, screens ${medianOf('screensS')} s`,
  );
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

interface PublishFigures {
  /** Time from the request until each screen had the content, in milliseconds. */
  storedMs: number[];
  /** Time from the request to the last response. */
  responseMs: number;
  /** Processor time of the servers, of the database and of the simulated screens, in seconds. */
  serversS: number;
  databaseS: number;
  screensS: number;
}

async function timePublish({ pair, person, data, groups }: Setup, playlistId: string): Promise<PublishFigures> {
  for (const group of groups) await group.resetTimes({ playlistId, items: ITEMS });
  const readScreens = () => processorSeconds(groups.map(({ pid }) => pid));
  const [before, screensBefore, sentAt] = [pair.processorSeconds(), readScreens(), now()];
  await publish({ person, data }, playlistId);
  const responseMs = now() - sentAt;
  for (const group of groups) await group.waitFor('stored', TIMEOUT_S);
  const [after, screensAfter] = [pair.processorSeconds(), readScreens()];
  const times = await Promise.all(groups.map((group) => group.times()));
  return {
    storedMs: times.flatMap(({ storedAt }) => storedAt.map((at) => at - sentAt)),
    responseMs,
    serversS: after.servers - before.servers,
    databaseS: after.database - before.database,
    screensS: screensAfter - screensBefore,
  };
}

async function timePublishes(setup: Setup): Promise<PublishFigures[]> {
  const [red, blue] = setup.data.playlistIds;
  const publishes: PublishFigures[] = [];
  while (publishes.length < PUBLISHES) {
    publishes.push(await timePublish(setup, publishes.length % 2 === 0 ? blue : red));
    await sleep(SETTLE_MS);
  }
  return publishes;
}

interface DatabaseWork {
  statements: number;
  /** Rows that were inserted, updated or deleted. */
  rows: number;
}

/** Returns the statements and rows of a publish, averaged over several, and those of an idle second. */
async function countPublishes(setup: Setup): Promise<{ publish: DatabaseWork; idleSecond: DatabaseWork }> {
  const { pair, data } = setup;
  await sleep(MINUTE_MS);
  const before: DatabaseWork = { statements: pair.counter.count, rows: await countRows(pair) };
  await sleep(MINUTE_MS);
  const perMs = {
    statements: (pair.counter.count - before.statements) / MINUTE_MS,
    rows: ((await countRows(pair)) - before.rows) / MINUTE_MS,
  };
  const counted: DatabaseWork[] = [];
  for (let at = 0; at < COUNTED_PUBLISHES; at++) {
    const [statements, rows, startedAt] = [pair.counter.count, await countRows(pair), now()];
    await timePublish(setup, data.playlistIds[at % 2 === 0 ? 1 : 0]);
    const ownStatements = pair.counter.count - statements - perMs.statements * (now() - startedAt);
    await sleep(STATISTICS_MS);
    counted.push({ statements: ownStatements, rows: (await countRows(pair)) - rows - perMs.rows * (now() - startedAt) });
  }
  const medianOf = (figure: keyof DatabaseWork) => Math.round(median(counted.map((work) => work[figure])));
  return {
    publish: { statements: medianOf('statements'), rows: medianOf('rows') },
    idleSecond: { statements: Math.round(perMs.statements * 1000), rows: Math.round(perMs.rows * 1000) },
  };
}

const countRows = (pair: ProcessPair): Promise<number> =>
  withProductDatabase(pair, async (db) => {
    const { rows } = await sql<{ count: number }>`select tup_inserted + tup_updated + tup_deleted as count
      from pg_stat_database where datname = current_database()`.execute(db);
    return rows[0]?.count ?? 0;
  });
