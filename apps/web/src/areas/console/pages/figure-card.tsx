import { type ReactNode, useId } from 'react';
import { Sparkline } from '../../../ui/charts.tsx';
import { Text } from '../../../ui/text.tsx';
import { getSeriesLabel } from '../overview-labels.ts';
import styles from './figure-card.module.css';

interface FigureCardProps {
  title: string;
  /** How it stands now. */
  now: string;
  note: string;
  /** Values of the last days. */
  days: readonly (number | null)[];
  /** Label of a day's value for screen readers. */
  chart: string;
  word: (value: number) => string;
  /** Link to details. */
  link?: ReactNode;
}

/** A figure, and how it went. */
export function MetricCard({ title, now, note, days, chart, word, link }: FigureCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <Text as="h2" id={id} tone="soft" size="sm" weight="medium">
        {title}
      </Text>
      <p className={styles.now}>{now}</p>
      <p className={styles.note}>{note}</p>
      <Sparkline values={days} label={`${chart} over ${days.length} days: ${getSeriesLabel(days, word)}`} />
      {link && <p className={styles.link}>{link}</p>}
    </section>
  );
}
