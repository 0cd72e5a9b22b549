import { Link } from '@tanstack/react-router';
import type { Payment } from '@vitrine/contract/payments';
import { formatDate } from '../../../lib/format.ts';
import { formatCents } from '../../../lib/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { cardWords, paymentState } from '../payment-words.ts';
import styles from './payment-list.module.css';

/** Every payment; what it was for leads to its receipt. */
export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  return (
    <ul className={styles.list} aria-label="Transactions">
      {payments.map((payment) => (
        <PaymentRow key={payment._id} payment={payment} />
      ))}
    </ul>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { _id: paymentId, description, orderNumber, amount, refundedAmount, card, createdAt } = payment;
  const { word, tone } = paymentState(payment);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h2 className={styles.title}>
          <Link to="/main/profile/transactions/$paymentId" params={{ paymentId }} search={{} as never}>
            {description}
          </Link>
        </h2>
        <p className={styles.soft}>
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          {card && <span>{cardWords(card)}</span>}
        </p>
        <p className={styles.number}>
          {orderNumber}
          <CopyButton text={orderNumber} what="order number" />
        </p>
      </div>
      <div className={styles.money}>
        <strong>{formatCents(amount)}</strong>
        {refundedAmount > 0 && <span className={styles.soft}>{formatCents(refundedAmount)} refunded</span>}
        <Badge tone={tone}>{word}</Badge>
      </div>
    </li>
  );
}
