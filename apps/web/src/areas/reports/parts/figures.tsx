import { Text } from '../../../ui/text.tsx';
import styles from './reports.module.css';

/** Totals of a report. */
export const Figures = ({ figures }: { figures: readonly { label: string; value: string }[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value }) => (
      <div key={label} className={styles.figure}>
        <Text as="dt" tone="soft" size="sm">
          {label}
        </Text>
        <dd className={styles.value}>{value}</dd>
      </div>
    ))}
  </dl>
);
