import type { ReactNode } from 'react';
import styles from './fact-grid.module.css';

/** Terms and their values side by side, as many in a row as there is room for; a value that is empty is said to be missing. */
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
