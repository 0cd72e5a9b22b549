/**
 * Five thousand screens on one server process: how soon they are in, what they cost while nothing happens, how soon a
 * publish reaches all of them, and how a restart goes by. The screens are simulated, the protocol and the server are real.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ApiPerson } from '../api.ts';
import { Product } from '../product.ts';
import { openProductDatabase } from '../product-database.ts';
import { type FleetData, makeFleet } from './fleet.data.ts';
import { FleetScreens } from './fleet-screens.ts';
import { processorSeconds, treeMemoryMb } from './process-figures.ts';

const SCREENS = 5000;
const FEW = 500;
const SETTLE_MS = 20_000;
const IDLE_S = 60;
const PROBE_MS = 50;
const GIVE_UP_S = 120;
const PUBLISHES = 5;

const LIMITS = { connectS: 10, idleCore: 0.05, memoryMb: 300, publishMs: 500, restartS: 30, probeMs: 100, flat: 1.2 };

const quantile = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

const against = (name: string, ours: number, peer: number, unit: string, limit = 1) => ({
  name,
  ours,
  peer,
  unit,
  ratio: ours / peer,
  limit,
  pass: ours / peer <= limit,
});

export async function run() {
  const product = await Product.start();
  try {
    const person = await ApiPerson.signUp(product, 'fleet@example.com');
    const data = await makeFleet(product, person, SCREENS);
    // Every wall shows one picture, as it would.
    await person.publish(data.playlistIds[0], data.deviceIds);
    const few = await idleWith(product, data, FEW);
    const all = new FleetScreens(product.origin, data.identities);
    try {
      const connectS = await all.until('connected', GIVE_UP_S);
      await all.until('adopted', GIVE_UP_S);
      const idle = await watchIdle(product);
      // The first finds everything cold; what the machine gives differs too much from one moment to the next to tell by one alone.
      const publishes = [await timePublish(person, data.playlistIds[1], data, all)];
      while (publishes.length < PUBLISHES) {
        await sleep(SETTLE_MS);
        publishes.push(await timePublish(person, data.playlistIds[publishes.length % 2 === 0 ? 1 : 0], data, all));
      }
      const [first = []] = publishes;
      const slowest = publishes.map((times) => quantile(times, 0.99));
      const restart = await timeRestart(product, person, all);
      return [
        against('5,000 screens connected and known', connectS, LIMITS.connectS, 's'),
        against('idle, of one core', idle.core, LIMITS.idleCore, 'cores'),
        against('idle memory, database included', idle.memoryMb, LIMITS.memoryMb, 'MB'),
        against('rows written a second: 5,000 idle screens against 500', idle.rowsPerS + 1, few.rowsPerS + 1, 'rows + 1', LIMITS.flat),
        against('commits a second: 5,000 idle screens against 500', idle.commitsPerS, few.commitsPerS, 'commits', LIMITS.flat),
        against(
          'publish to all after a quiet minute, each for the first time: click to nudge, p50',
          quantile(first, 0.5),
          LIMITS.publishMs,
          'ms',
        ),
        against('the same, p99', quantile(first, 0.99), LIMITS.publishMs, 'ms'),
        against(`publish to all: click to nudge, p99, the median of ${PUBLISHES}`, quantile(slowest, 0.5), LIMITS.publishMs, 'ms'),
        against('restart: all back', restart.backS, LIMITS.restartS, 's'),
        against('other requests meanwhile, p99', restart.probeMs, LIMITS.probeMs, 'ms'),
      ];
    } finally {
      await all.close();
    }
  } finally {
    await product.remove();
  }
}

async function idleWith(product: Product, data: FleetData, count: number) {
  const screens = new FleetScreens(product.origin, data.identities.slice(0, count));
  await screens.until('adopted', GIVE_UP_S);
  const idle = await watchIdle(product);
  await screens.close();
  return idle;
}

/** A minute in which nothing happens. */
async function watchIdle(product: Product) {
  await sleep(SETTLE_MS);
  const handle = await openProductDatabase(product);
  const written = async () => {
    const { rows } = await sql<{ rows: number; commits: number }>`
      select tup_inserted + tup_updated + tup_deleted as rows, xact_commit as commits from pg_stat_database where datname = current_database()`.execute(
      handle.db,
    );
    return rows[0] ?? { rows: 0, commits: 0 };
  };
  const pid = product.pid ?? 0;
  const [before, cpuBefore] = [await written(), processorSeconds(pid)];
  await sleep(IDLE_S * 1000);
  const [after, cpuAfter] = [await written(), processorSeconds(pid)];
  await handle.close();
  return {
    core: (cpuAfter - cpuBefore) / IDLE_S,
    memoryMb: treeMemoryMb(pid),
    rowsPerS: (after.rows - before.rows) / IDLE_S,
    commitsPerS: (after.commits - before.commits) / IDLE_S,
  };
}

/** Milliseconds from the click to the nudge, of every screen. */
async function timePublish(person: ApiPerson, playlistId: string, data: FleetData, screens: FleetScreens): Promise<number[]> {
  screens.forget();
  const clickedAt = performance.timeOrigin + performance.now();
  await person.publish(playlistId, data.deviceIds);
  await screens.until('synced', GIVE_UP_S);
  const { synced } = await screens.times();
  await screens.until('adopted', GIVE_UP_S);
  return synced.map((at) => at - clickedAt);
}

async function timeRestart(product: Product, person: ApiPerson, screens: FleetScreens) {
  await product.stop();
  const start = performance.now();
  await product.start();
  const times: number[] = [];
  let isOver = false;
  const probe = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await person.must('GET', `/albums/${person.userId}`);
      times.push(performance.now() - asked);
      await sleep(PROBE_MS);
    }
  })();
  await screens.until('connected', GIVE_UP_S);
  const backS = (performance.now() - start) / 1000;
  isOver = true;
  await probe;
  return { backS, probeMs: quantile(times, 0.99) };
}
