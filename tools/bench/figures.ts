const sorted = (values: number[]) => values.toSorted((a, b) => a - b);

export const quantile = (values: number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
export const median = (values: number[]): number => quantile(values, 0.5);

/** Creates a result that passes when `ours` is at most `limit`. */
export const createLimitResult = (name: string, ours: number, limit: number, unit: string) => ({
  name,
  ours,
  peer: limit,
  unit,
  ratio: ours / limit,
  limit: 1,
  pass: ours <= limit,
});
