import type { Quote } from '@vitrine/contract/items';
import { formatCents } from '../../../lib/format.ts';
import styles from '../pages/basket.module.css';

/** Charges calculated by the server, shown before payment. */
export function QuoteLines({ quote, isOld }: { quote: Quote; isOld: boolean }) {
  const lines: [string, number][] = [
    ['Items', quote.items],
    ['Shipping', quote.shipping],
    ['Sales tax', quote.tax],
  ];
  return (
    <dl className={styles.quoteLines} data-old={isOld ? '' : undefined} aria-live="polite" aria-busy={isOld}>
      {lines.map(([term, cents]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{formatCents(quote.total)}</dd>
      </div>
    </dl>
  );
}
