import { getSparkShape } from './spark-path.ts';
import styles from './sparkline.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

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
