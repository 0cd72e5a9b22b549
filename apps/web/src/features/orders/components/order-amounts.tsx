import type { Order } from '@vitrine/contract/orders';
import { formatCents } from '../../../lib/money.ts';
import styles from './order-amounts.module.css';

/** What it cost; what is nothing is left out. */
export function OrderAmounts({ amounts }: { amounts: Order['amounts'] }) {
  const sums: [term: string, cents: number][] = [
    ['Items', amounts.items],
    ['Shipping', amounts.shipping],
    ['Tax', amounts.tax],
    ['Paid from credit', -amounts.credit],
  ];
  return (
    <dl className={styles.sums}>
      {sums.map(([term, cents]) => cents !== 0 && <Sum key={term} term={term} cents={cents} />)}
      <Sum term="Total" cents={amounts.total} isTotal />
      {amounts.refunded > 0 && <Sum term="Refunded" cents={-amounts.refunded} />}
    </dl>
  );
}

const Sum = ({ term, cents, isTotal }: { term: string; cents: number; isTotal?: boolean }) => (
  <div className={styles.sum} data-total={isTotal ? '' : undefined}>
    <dt>{term}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
);
