/** Measurements of the product while the simulated screens of the fleet bench run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Product } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import type { ExpectedContent, FleetScreens } from './fleet-screens.ts';
import { listProductProcesses, memoryMb, processorSeconds } from './process-figures.ts';

/** Time after the last screen stored the content in which reports still arrive. */
const REPORTS_MS = 5000;

/** Epoch milliseconds, comparable between the processes of a machine. */
export const now = () => performance.timeOrigin + performance.now();

export const treeMemory = (product: Product) => memoryMb(listProductProcesses(product));
const treeSeconds = (product: Product) => processorSeconds(listProductProcesses(product));

const readWriteCounters = (product: Product) =>
  withProductDatabase(product, async (db) => {
    const { rows } = await sql<{ rows: number; commits: number }>`
      select tup_inserted + tup_updated + tup_deleted as rows, xact_commit as commits from pg_stat_database where datname = current_database()`.execute(
      db,
    );
    return rows[0] ?? { rows: 0, commits: 0 };
  });

/** Measures the product for this many seconds while no user is active. */
export async function measureProduct(product: Product, durationS: number) {
  const [before, cpuBefore, startedAt] = [await readWriteCounters(product), treeSeconds(product), now()];
  await sleep(durationS * 1000);
  const [after, cpuAfter, tookS] = [await readWriteCounters(product), treeSeconds(product), (now() - startedAt) / 1000];
  return {
    core: (cpuAfter - cpuBefore) / tookS,
    memoryMb: treeMemory(product),
    rowsPerS: (after.rows - before.rows) / tookS,
    commitsPerS: (after.commits - before.commits) / tookS,
  };
}

export interface ContentTime {
  /** Time from the request until each screen stored the content. */
  storedMs: number[];
  /** Time from the request to its response. */
  responseMs: number;
  /** Processor time of all processes from the request until `REPORTS_MS` after the last screen, less the usage without a publish. */
  cpuS: number;
  /**
   * Processor time of the simulated screens until the last of them stored the content. When it is close to the elapsed time, the screens were the bottleneck.
   */
  screensCpuS: number;
}

interface ContentChange {
  product: Product;
  screens: FleetScreens;
  expected: ExpectedContent;
  /** Processor usage of the product while nothing is published, as a share of one core. */
  core: number;
  timeoutS: number;
  trigger: () => Promise<unknown>;
}

/** Measures the time from the request until each screen adopted a complete manifest with the expected content. */
export async function timeContent({ product, screens, expected, core, timeoutS, trigger }: ContentChange): Promise<ContentTime> {
  await screens.resetTimes(expected);
  const [screensBefore, cpuBefore, sentAt] = [processorSeconds([screens.pid]), treeSeconds(product), now()];
  await trigger();
  const responseMs = now() - sentAt;
  await screens.waitFor('stored', timeoutS);
  const screensCpuS = processorSeconds([screens.pid]) - screensBefore;
  const { storedAt } = await screens.times();
  await sleep(Math.max(...storedAt) + REPORTS_MS - now());
  const cpuS = treeSeconds(product) - cpuBefore - (core * (now() - sentAt)) / 1000;
  return { storedMs: storedAt.map((at) => at - sentAt), responseMs, cpuS, screensCpuS };
}

/** Sends SIGKILL to all processes of the product, including the database, at nearly the same moment. */
export async function cutPower(product: Product): Promise<void> {
  const pids = listProductProcesses(product);
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
