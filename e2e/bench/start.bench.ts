/** How soon the product can serve: on an empty data folder, on one that is there; and what it needs when idle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Product } from '../product.ts';
import { treeMemoryMb } from './process-figures.ts';

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
