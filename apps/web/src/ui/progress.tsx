import styles from './progress.module.css';

/** `value` in percent; null while nobody knows. */
export function Progress({ value, label, tone = 'accent' }: { value: number | null; label: string; tone?: 'accent' | 'onPicture' }) {
  return (
    <div
      className={`${styles.track} ${styles[tone]}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value)}
    >
      <div className={value === null ? styles.unknown : styles.bar} style={value === null ? undefined : { width: `${value}%` }} />
    </div>
  );
}
