const sorted = (values: number[]) => values.toSorted((one, other) => one - other);

export const quantile = (values: number[], part: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
export const median = (values: number[]): number => quantile(values, 0.5);

/** One line of a bench: ours is at most the limit. */
export const against = (name: string, ours: number, limit: number, unit: string) => ({
  name,
  ours,
  peer: limit,
  unit,
  ratio: ours / limit,
  limit: 1,
  pass: ours <= limit,
});
