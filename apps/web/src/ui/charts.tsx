import type { ReactNode } from 'react';
import styles from './charts.module.css';
import { VisuallyHidden } from './text.tsx';

export interface DonutPart {
  label: string;
  value: number;
  /** A colour of the tokens. */
  colour: string;
}

const RADIUS = 42;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Minimum length of an arc, so that every part is visible. */
const MIN_ARC = 0.6;

/** Donut chart with text in its middle. The parts are listed next to it, so the chart is hidden from screen readers. */
export function Donut({ parts, total, children }: { parts: readonly DonutPart[]; total: number; children: ReactNode }) {
  return (
    <div className={styles.donut}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.track} cx="50" cy="50" r={RADIUS} />
        {getArcs(parts, total).map(({ label, colour, start, length }) => (
          <circle
            key={label}
            className={styles.part}
            cx="50"
            cy="50"
            r={RADIUS}
            stroke={colour}
            strokeDasharray={`${length} ${CIRCUMFERENCE}`}
            strokeDashoffset={-start}
          />
        ))}
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  );
}

/** One after the other along the ring, in its own units. */
function getArcs(parts: readonly DonutPart[], total: number) {
  let end = 0;
  return parts
    .filter(({ value }) => value > 0)
    .map(({ label, colour, value }) => {
      const start = end;
      const length = Math.max(MIN_ARC, (value / Math.max(1, total)) * CIRCUMFERENCE);
      end = start + length;
      return { label, colour, start, length };
    });
}

interface SparklineProps {
  /** Values in equal steps, oldest first; null for unknown ones. */
  values: readonly (number | null)[];
  /** Description of the chart for screen readers. */
  label: string;
}

const WIDTH = 240;
const HEIGHT = 48;
/** Room for the stroke and the point at the end. */
const EDGE = 4;

/** How something went, small and without axes. */
export function Sparkline({ values, label }: SparklineProps) {
  const { line, area, last } = getSparkShape(values, WIDTH, HEIGHT);
  return (
    <div>
      <svg
        className={styles.chart}
        viewBox={`${-EDGE} ${-EDGE} ${WIDTH + 2 * EDGE} ${HEIGHT + 2 * EDGE}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.ground} d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path className={styles.area} d={area} />
        <path className={styles.line} d={line} />
        {last && <path className={styles.point} d={`M${last.x} ${last.y}h0`} />}
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  );
}

/** Shape of a small chart in units of its box: x from 0 to `width`, y from 0 at the top to `height`. */
interface SparkShape {
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
