/** Figures of the product that the fleet bench reads while the screens run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import type { FleetScreens, Wanted } from './fleet-screens.ts';
import { memoryMb, processorSeconds, productTree } from './process-figures.ts';

/** After the last screen holds what was published, reports of it still come in. */
const TAIL_MS = 5000;

export const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
export const median = (values: number[]) => quantile(values, 0.5);

/** Epoch milliseconds, comparable between the processes of a machine. */
export const now = () => performance.timeOrigin + performance.now();

export const treeMemory = (product: Product) => memoryMb(productTree(product));
const treeSeconds = (product: Product) => processorSeconds(productTree(product));

const readWritten = (product: Product) =>
  withProductDatabase(product, async (db) => {
    const { rows } = await sql<{ rows: number; commits: number }>`
      select tup_inserted + tup_updated + tup_deleted as rows, xact_commit as commits from pg_stat_database where datname = current_database()`.execute(
      db,
    );
    return rows[0] ?? { rows: 0, commits: 0 };
  });

/** Measures the product for this many seconds while no user is active. */
export async function watchProduct(product: Product, durationS: number) {
  const [before, cpuBefore, startedAt] = [await readWritten(product), treeSeconds(product), now()];
  await sleep(durationS * 1000);
  const [after, cpuAfter, tookS] = [await readWritten(product), treeSeconds(product), (now() - startedAt) / 1000];
  return {
    core: (cpuAfter - cpuBefore) / tookS,
    memoryMb: treeMemory(product),
    rowsPerS: (after.rows - before.rows) / tookS,
    commitsPerS: (after.commits - before.commits) / tookS,
  };
}

export interface ContentTime {
  /** From the click until a screen holds it, of every screen. */
  heldMs: number[];
  /** From the click until its answer. */
  answeredMs: number;
  /** Processor of the whole tree from the click until some seconds after the last screen, without what it takes anyway. */
  cpuS: number;
  /**
   * Processor time of the simulated screens until the last of them stored the content. When it is close to the elapsed time, the screens were the bottleneck.
   */
  screensCpuS: number;
}

interface ContentChange {
  product: Product;
  screens: FleetScreens;
  wanted: Wanted;
  /** Processor usage of the product while nothing is published, as a share of one core. */
  core: number;
  giveUpS: number;
  click: () => Promise<unknown>;
}

/** The clock starts as the request is sent, and stops as each screen has adopted a whole manifest with what is wanted. */
export async function timeContent({ product, screens, wanted, core, giveUpS, click }: ContentChange): Promise<ContentTime> {
  await screens.watch(wanted);
  const [screensBefore, cpuBefore, clickedAt] = [processorSeconds([screens.pid]), treeSeconds(product), now()];
  await click();
  const answeredMs = now() - clickedAt;
  await screens.until('held', giveUpS);
  const screensCpuS = processorSeconds([screens.pid]) - screensBefore;
  const { held } = await screens.times();
  await sleep(Math.max(...held) + TAIL_MS - now());
  const cpuS = treeSeconds(product) - cpuBefore - (core * (now() - clickedAt)) / 1000;
  return { heldMs: held.map((at) => at - clickedAt), answeredMs, cpuS, screensCpuS };
}

/** SIGKILL of everything the product is, the database too, as nearly at once as signals are. */
export async function cutPower(product: Product): Promise<void> {
  const pids = productTree(product);
  const ended = product.stop('SIGKILL');
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (cause) {
      // The child ended on its own after its parent was killed.
      if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
    }
  }
  await ended;
}
