/** Shape of a small chart in units of its box: x from 0 to `width`, y from 0 at the top to `height`. */
export interface SparkShape {
  /** The line, as an SVG path: one part for each run of known values. */
  line: string;
  /** The same closed down to the ground, for the fill beneath. */
  area: string;
  /** The last known value. */
  last: { x: number; y: number } | null;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Computes the shape of values in equal steps; null leaves a gap. The scale starts at zero, or at the lowest negative value. */
export function getSparkShape(values: readonly (number | null)[], width: number, height: number): SparkShape {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const range = most - least || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const yOf = (value: number) => round(height - ((value - least) / range) * height);
  const ground = yOf(0);
  const runs = getRuns(values).map((run) => run.map(({ place, value }) => ({ x: round(place * step), y: yOf(value) })));
  const path = (run: { x: number; y: number }[]) => `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  // A single day is drawn as a short stroke.
  const drawn = runs.map((run) =>
    run.length === 1 && run[0]
      ? [
          { ...run[0], x: Math.max(0, run[0].x - 1) },
          { ...run[0], x: run[0].x + 1 },
        ]
      : run,
  );
  return {
    line: drawn.map(path).join(''),
    area: drawn.map((run) => `${path(run)}L${run.at(-1)?.x} ${ground}L${run[0]?.x} ${ground}Z`).join(''),
    last: runs.at(-1)?.at(-1) ?? null,
  };
}

/** Neighbouring values that are known. */
function getRuns(values: readonly (number | null)[]): { place: number; value: number }[][] {
  const runs: { place: number; value: number }[][] = [];
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    const isNew = place === 0 || values[place - 1] === null;
    if (isNew) runs.push([]);
    runs.at(-1)?.push({ place, value });
  }
  return runs;
}
