import type { Interval, Preview } from '@vitrine/contract/subscriptions';
import { formatCents } from '../../../lib/money.ts';
import { formatSeconds } from '../subscription-words.ts';
import styles from './preview-lines.module.css';

/** What is charged now and what from when, as the bank reckons it. */
export function PreviewLines({ preview, interval }: { preview: Preview; interval: Interval }) {
  const { lines, amountDue, credit, nextAmount, nextAt } = preview;
  return (
    <div className={styles.preview}>
      <dl className={styles.lines}>
        {lines.map((line, index) => (
          // The same words may come twice: each is a line of its own.
          <div key={`${index}-${line.description}`}>
            <dt>{line.description}</dt>
            <dd>{formatCents(line.amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Charged today</dt>
          <dd>{formatCents(amountDue)}</dd>
        </div>
        {credit > 0 && (
          <div>
            <dt>Credit for later payments</dt>
            <dd>{formatCents(credit)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.then}>
        Then {formatCents(nextAmount)} every {interval} from {formatSeconds(nextAt)}, until you cancel.
      </p>
    </div>
  );
}
