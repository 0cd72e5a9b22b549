import { setTimeout as sleep } from 'node:timers/promises';

interface Batches {
  /** Number of calls that run at the same time. */
  concurrent: number;
  /** Pause after each batch. Without one, the load generator would take the processors from the product. */
  pauseMs?: number;
}

/** Calls `run` with the numbers from 0 to `count` - 1 in batches. Returns the results in this order. */
export async function inBatches<T>(count: number, { concurrent, pauseMs = 0 }: Batches, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < count; at += concurrent) {
    results.push(...(await Promise.all(Array.from({ length: Math.min(concurrent, count - at) }, (_, offset) => run(at + offset)))));
    await sleep(pauseMs);
  }
  return results;
}
