/** Statistics of measured values, and results of benches. */

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);

/** Returns the value below which this share of the values lies; NaN without values. */
export const quantile = (values: number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
export const median = (values: number[]): number => quantile(values, 0.5);

/** One printed result of a bench. `ratio` is `ours` divided by `peer`, unless the name states otherwise. */
export interface BenchResult {
  name: string;
  ours: number;
  peer: number;
  unit: string;
  ratio: number;
  limit: number;
  pass: boolean;
}

/** Creates a result that passes when `ours` is at least `limit` times `peer`. */
export const createMinimumResult = (name: string, ours: number, peer: number, unit: string, limit: number): BenchResult => ({
  name,
  ours,
  peer,
  unit,
  ratio: ours / peer,
  limit,
  pass: ours / peer >= limit,
});

/** Creates a result that passes when `ours` is at most `limit` times `peer`. */
export const createMaximumResult = (name: string, ours: number, peer: number, unit: string, limit = 1): BenchResult => ({
  ...createMinimumResult(name, ours, peer, unit, limit),
  pass: ours / peer <= limit,
});

/** Creates a result that passes when `ours` is at most `limit`. */
export const createLimitResult = (name: string, ours: number, limit: number, unit: string): BenchResult =>
  createMaximumResult(name, ours, limit, unit);
