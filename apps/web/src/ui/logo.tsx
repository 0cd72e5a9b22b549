import styles from './logo.module.css';

const STROKES = { V: 'M7.6 9l5.4 8 5.4-8', W: 'M5.8 9l3.5 8 3.7-7 3.7 7 3.5-8' };

/** A frame with the first letter in it. The partner platform puts its own in place. */
export function Logo({ name = 'Vitrine', letter = 'V' }: { name?: string; letter?: 'V' | 'W' }) {
  return (
    <span className={styles.logo}>
      <svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true" focusable="false">
        <rect x="2.1" y="3.6" width="21.8" height="18.8" rx="2.4" stroke="currentColor" strokeWidth="2.2" />
        <path d={STROKES[letter]} stroke="var(--accent)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span>{name}</span>
    </span>
  );
}
