/** How soon the product can serve: on an empty data folder, on one that is there; and what it needs when idle. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Product } from '../product.ts';

const ROUNDS = 5;
const COLD_LIMIT_S = 10;
const WARM_LIMIT_S = 3;
const IDLE_LIMIT_MB = 400;
const SETTLE_MS = 5000;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

export async function run() {
  const [cold, warm, idle]: [number[], number[], number[]] = [[], [], []];
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
    await sleep(SETTLE_MS);
    idle.push(treeMemoryMb(product.pid ?? 0));
    await product.remove();
  }
  const against = (name: string, ours: number, limit: number, unit: string) => ({
    name,
    ours,
    peer: limit,
    unit,
    ratio: ours / limit,
    limit: 1,
    pass: ours < limit,
  });
  return [
    against('empty folder to ready', median(cold), COLD_LIMIT_S, 's'),
    against('warm start', median(warm), WARM_LIMIT_S, 's'),
    against('idle memory, database included', median(idle), IDLE_LIMIT_MB, 'MB'),
  ];
}

/** Proportional memory of a process and all its descendants: shared pages counted once. Linux only. */
function treeMemoryMb(rootPid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readText(`/proc/${name}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (stat !== '') parents.set(Number(name), parent);
  }
  const isOurs = (pid: number): boolean => pid === rootPid || (parents.has(pid) && pid > 1 && isOurs(parents.get(pid) ?? 0));
  let kb = 0;
  for (const pid of parents.keys()) {
    if (isOurs(pid)) kb += Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  }
  return kb / 1024;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process ended while we looked.
    return '';
  }
}
