import type { ReactNode } from 'react';
import styles from './fact-grid.module.css';

/** Terms and values, as many columns as fit; empty values are shown as missing. */
export function FactGrid({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd data-missing={value ? undefined : ''}>{value || 'Not provided'}</dd>
        </div>
      ))}
    </dl>
  );
}
