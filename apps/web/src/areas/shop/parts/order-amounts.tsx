import type { Order } from '@vitrine/contract/orders';
import { formatCents } from '../../../lib/money.ts';
import { creditSums } from '../../payments/credit-labels.ts';
import styles from './order-amounts.module.css';

/** The amounts of an order. Amounts of zero are left out. `isOwn`: the reader is the buyer. */
export function OrderAmounts({ amounts, isOwn = false }: { amounts: Order['amounts']; isOwn?: boolean }) {
  const sums: [term: string, cents: number][] = [
    ['Items', amounts.items],
    ['Shipping', amounts.shipping],
    ['Tax', amounts.tax],
    ...creditSums(amounts.credit, isOwn),
  ];
  return (
    <dl className={styles.sums}>
      {sums.map(([term, cents]) => cents !== 0 && <AmountRow key={term} term={term} cents={cents} />)}
      <AmountRow term="Total" cents={amounts.total} isTotal />
      {amounts.refunded > 0 && <AmountRow term="Refunded" cents={-amounts.refunded} />}
      {amounts.returned > 0 && <AmountRow term={isOwn ? 'Returned to your credit' : 'Returned to credit'} cents={-amounts.returned} />}
    </dl>
  );
}

const AmountRow = ({ term, cents, isTotal }: { term: string; cents: number; isTotal?: boolean }) => (
  <div className={styles.sum} data-total={isTotal ? '' : undefined}>
    <dt>{term}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
);
