import DataLoader from 'dataloader';

export interface BatchOptions {
  /** Requests within this time are processed together. */
  waitMs: number;
  /** Minimum time between a batch of several requests and the next one, because more requests usually follow. */
  busyWaitMs?: number;
  max: number;
}

/**
 * Processes single requests in batches: `work` gets the requests and returns a result or an Error for each. While a batch runs, the next one collects
 * requests, so batches grow with the load.
 */
export function createBatch<Input, Output>(
  work: (inputs: readonly Input[]) => Promise<(Output | Error)[]>,
  { waitMs, busyWaitMs = 0, max }: BatchOptions,
): (input: Input) => Promise<Output> {
  let running: Promise<unknown> = Promise.resolve();
  let busyUntil = 0;
  const getWaitMs = () => Math.max(waitMs, busyUntil - performance.now());
  const loader = new DataLoader<Input, Output>(
    (inputs) => {
      busyUntil = inputs.length > 1 ? performance.now() + busyWaitMs : 0;
      const results = work(inputs);
      running = results.catch(() => undefined);
      return results;
    },
    { cache: false, maxBatchSize: max, batchScheduleFn: (go) => void running.then(() => setTimeout(go, getWaitMs())) },
  );
  return (input) => loader.load(input);
}
