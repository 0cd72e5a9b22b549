/**
 * Time until the product serves requests: on an empty data folder, on an existing one, and after a power cut that kills server and database under load; and
 * its idle memory, also after a new user has uploaded two photos. The clock runs from the start of the process to the first success of /readyz.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { until } from '../../e2e/until.ts';
import { createLimitResult, median } from './figures.ts';
import { listProductProcesses, memoryMb, treeMemoryMb } from './process-figures.ts';

const ROUNDS = 5;
const COLD_LIMIT_S = 10;
const WARM_LIMIT_S = 3;
const POWER_CUT_LIMIT_S = 2;
const IDLE_LIMIT_MB = 250;
const IDLE_AFTER_MS = 5000;
const SET_UP_LIMIT_MB = 200;
/** Time in which decoders and connections to the database that nothing uses have ended. */
const SET_UP_IDLE_MS = 100_000;
const TWELVE_MEGAPIXELS = { width: 4000, height: 3000 };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Kills the server, the database and their children at the same moment, as a power cut does. */
async function cutPower(product: Product): Promise<void> {
  const postmaster = Number.parseInt(readFileSync(path.join(product.dataDir, 'postgres-18', 'postmaster.pid'), 'utf8'), 10);
  const roots = [product.pid ?? 0, postmaster];
  const parentOf = (pid: number) => Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  for (const pid of pids) {
    try {
      if (roots.includes(pid) || roots.includes(parentOf(pid))) process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
  }
  await product.stop('SIGKILL');
}

/** Returns the memory of an installation in which a new user has uploaded two photos. */
async function measureSetUp(): Promise<number> {
  const product = await Product.startEmpty();
  try {
    const person = await ApiPerson.create(product, 'new-user@example.com');
    const { _id: albumId } = await person.album('Holidays');
    const photo = await aJpeg(TWELVE_MEGAPIXELS);
    const keys = [(await person.upload('beach.jpg', photo)).key, (await person.upload('garden.jpg', photo)).key];
    await person.attach(albumId, keys);
    await until('the photos are ready', async () => (await person.media(albumId)).every(({ status }) => status === 6));
    await sleep(SET_UP_IDLE_MS);
    return memoryMb(listProductProcesses(product));
  } finally {
    await product.remove();
  }
}

export async function run() {
  const [cold, warm, cut, idle]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    let product: Product | undefined;
    cold.push(
      await timed(async () => {
        product = await Product.start();
      }),
    );
    if (!product) throw new Error('The product did not start');
    await product.stop();
    warm.push(await timed(() => product?.start() ?? Promise.resolve()));
    await cutPower(product);
    cut.push(await timed(() => product?.start() ?? Promise.resolve()));
    await sleep(IDLE_AFTER_MS);
    idle.push(treeMemoryMb(product.pid ?? 0));
    await product.remove();
  }
  return [
    createLimitResult('empty folder to ready', median(cold), COLD_LIMIT_S, 's'),
    createLimitResult('warm start', median(warm), WARM_LIMIT_S, 's'),
    createLimitResult('start after a power cut', median(cut), POWER_CUT_LIMIT_S, 's'),
    createLimitResult('idle memory, database included', median(idle), IDLE_LIMIT_MB, 'MB'),
    createLimitResult('memory of an installation with two uploads', await measureSetUp(), SET_UP_LIMIT_MB, 'MB'),
  ];
}
