import { Text } from '../../../ui/text.tsx';
import styles from './reports.module.css';

export interface Bar {
  key: string;
  label: string;
  value: number;
}

interface ChartProps {
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Value of the largest possible bar. Without it, the largest bar has the full size. */
  max?: number;
}

/** Names what a chart shows. Screen readers skip it together with the chart. */
export const ChartTitle = ({ children }: { children: string }) => (
  <Text as="p" size="sm" tone="soft" className={styles.title} aria-hidden="true">
    {children}
  </Text>
);

/** Bars that stand next to each other, for days and hours, with an axis of values. A table has the numbers, so screen readers skip the chart. */
export function ColumnChart({ bars, format, max: top = 1 }: ChartProps) {
  const max = Math.max(top, ...bars.map(({ value }) => value));
  const ticks = max >= 2 ? [0, Math.round(max / 2), max] : [0, max];
  return (
    <div className={styles.columns} aria-hidden="true">
      {ticks.map((value) => (
        <span key={value} className={styles.tick} style={{ bottom: `calc(var(--space-6) + (100% - var(--space-6)) * ${value / max})` }}>
          {format(value)}
        </span>
      ))}
      {bars.map(({ key, label, value }) => (
        <div key={key} className={styles.column} title={`${label}: ${format(value)}`}>
          <div style={{ height: `${(value / max) * 100}%` }} />
        </div>
      ))}
      <span className={styles.first}>{bars[0]?.label}</span>
      <span className={styles.last}>{bars.at(-1)?.label}</span>
    </div>
  );
}

const MAX_ROWS = 10;

/** Bars below each other, for the first rows of a table. */
export function RowChart({ bars, format }: ChartProps) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <div className={styles.rows} aria-hidden="true">
      {bars.slice(0, MAX_ROWS).map(({ key, label, value }) => (
        <div key={key} className={styles.row}>
          <span className={styles.rowLabel}>{label}</span>
          <span className={styles.track}>
            <span style={{ width: `${(value / max) * 100}%` }} />
          </span>
          <span className={styles.rowValue}>{format(value)}</span>
        </div>
      ))}
    </div>
  );
}
