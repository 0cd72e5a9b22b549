import type { ReactNode } from 'react';
import styles from './donut.module.css';

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
