import type { Order, OrderRow } from '@vitrine/contract/orders';
import { formatCents } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { creditSums } from '../../payments/payment-labels.ts';
import { getHistoryLabel, getPaymentBadges } from '../order-labels.ts';
import styles from './order-parts.module.css';

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

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** All changes of state, newest first; `isNamed` shows who made them. */
export function OrderHistory({ history, isNamed = false }: { history: Order['history']; isNamed?: boolean }) {
  return (
    <Stack as="ol" gap={2} aria-label="History">
      {history.map(({ what, before, after, changedBy, changedAt }) => (
        <li key={`${changedAt}-${what}-${after}`} className={styles.change}>
          <Text as="time" tone="soft" isTabular dateTime={changedAt}>
            {MOMENT.format(new Date(changedAt))}
          </Text>
          <span>{getHistoryLabel({ what, before, after })}</span>
          {isNamed && (
            <Text as="span" tone="soft" isTabular>
              {changedBy ?? 'Payment provider'}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}

/** The specified payment label, followed by a badge for a refund or a refusal. */
export const PaymentBadges = ({ order }: { order: Pick<OrderRow, 'paymentStatusId' | 'amounts'> }) => (
  <Row as="span" wrap gap={1}>
    {getPaymentBadges(order).map(({ word, tone }) => (
      <Badge key={word} tone={tone}>
        {word}
      </Badge>
    ))}
  </Row>
);

/** A status as an administrator named and coloured it; the word carries the meaning, so any colour will do. */
export function OrderStatusBadge({ status }: { status: { name: string; color: string } | undefined }) {
  if (!status) return <span className={styles.badge}>–</span>;
  return (
    <span className={styles.badge}>
      <span className={styles.dot} style={{ background: status.color }} />
      {status.name}
    </span>
  );
}
