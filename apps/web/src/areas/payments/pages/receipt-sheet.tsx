import type { Receipt } from '@vitrine/contract/payments';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useBrand } from '../../../lib/platform.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Text } from '../../../ui/text.tsx';
import { creditSums, formatCard, getPaymentStatusBadge, nothingChargedLabel } from '../payment-labels.ts';
import styles from './receipt-sheet.module.css';

/** The printed part of the receipt page. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { payment, payer, period, bank } = receipt;
  const { word, tone } = getPaymentStatusBadge(payment);
  const facts: [string, string][] = [
    ['Order number', payment.orderNumber],
    ['Date', formatDate(payment.paidAt ?? payment.createdAt)],
    ['Payment method', payment.card ? formatCard(payment.card) : (nothingChargedLabel(payment) ?? '–')],
    ...(period ? ([['Billing period', `${formatDate(period.from)} to ${formatDate(period.until)}`]] as [string, string][]) : []),
  ];
  return (
    <article className={styles.sheet} aria-label={`Receipt ${payment.orderNumber}`}>
      <div className={styles.head}>
        <Logo {...useBrand()} />
        <Badge tone={tone}>{word}</Badge>
      </div>
      <div className={styles.who}>
        <div>
          <h2 className={styles.title}>{payment.paidAt ? 'Receipt' : 'Order'}</h2>
          <p>{payer.name}</p>
          <Text tone="soft">{payer.email}</Text>
        </div>
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ReceiptLines receipt={receipt} />
      {bank === 'testBank' && <Text tone="soft">Test payment. No money was charged.</Text>}
    </article>
  );
}

function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { lines, shipping, tax, credit, creditLeft, total, payment } = receipt;
  const sums: [string, number][] = [['Shipping', shipping], ['Tax', tax], ...creditSums(credit, true)];
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ description, quantity, amount }, index) => (
          // Two lines may have the same description.
          <tr key={`${index}-${description}`}>
            <td>{description}</td>
            <td>{quantity}</td>
            <td>{formatCents(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([term, cents]) => cents !== 0 && <AmountRow key={term} term={term} cents={cents} />)}
        <AmountRow term="Total" cents={total} isTotal />
        {payment.refundedAmount > 0 && <AmountRow term="Refunded" cents={-payment.refundedAmount} />}
        {payment.returnedAmount > 0 && <AmountRow term="Returned to your credit" cents={-payment.returnedAmount} />}
        {creditLeft !== null && (credit !== 0 || creditLeft > 0) && <AmountRow term="Credit left" cents={creditLeft} />}
      </tfoot>
    </table>
  );
}

const AmountRow = ({ term, cents, isTotal }: { term: string; cents: number; isTotal?: boolean }) => (
  <tr data-total={isTotal ? '' : undefined}>
    <th scope="row" colSpan={2}>
      {term}
    </th>
    <td>{formatCents(cents)}</td>
  </tr>
);
