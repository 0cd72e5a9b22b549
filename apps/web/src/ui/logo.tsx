import styles from './logo.module.css';

/** A frame with the V of its first letter. The partner platform puts its own in place. */
export function Logo({ name = 'Vitrine' }: { name?: string }) {
  return (
    <span className={styles.logo}>
      <svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true" focusable="false">
        <rect x="2.1" y="3.6" width="21.8" height="18.8" rx="2.4" stroke="currentColor" strokeWidth="2.2" />
        <path d="M7.6 9l5.4 8 5.4-8" stroke="var(--accent)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {name}
    </span>
  );
}
