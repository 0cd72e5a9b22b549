import styles from './progress.module.css';

/** `value` in percent; null for indeterminate progress. */
export function Progress({ value, label, tone = 'accent' }: { value: number | null; label: string; tone?: 'accent' | 'onPicture' }) {
  return (
    <progress
      className={`${styles.bar} ${styles[tone]}`}
      aria-label={label}
      max={100}
      value={value === null ? undefined : Math.round(value)}
    />
  );
}
