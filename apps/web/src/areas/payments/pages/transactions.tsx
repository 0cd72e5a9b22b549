import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Payment } from '@vitrine/contract/payments';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { useCanUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { paymentsOptions } from '../api/payments.ts';
import { formatCard, getPaymentStatusBadge, nothingChargedLabel } from '../payment-labels.ts';
import styles from './transactions.module.css';

export function TransactionsPage() {
  const { userId, isOwn } = useAccountInView();
  const canUpgrade = useCanUpgrade();
  const list = useInfiniteQuery(paymentsOptions(userId));
  const payments = list.data?.pages.flat() ?? [];
  if (list.isPending) return <ListSkeleton view="List" />;
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  if (payments.length === 0) {
    return (
      <EmptyState
        icon={<SubscriptionIcon size={26} />}
        title="No transactions yet"
        action={
          isOwn &&
          canUpgrade && (
            <Link to="/main/subscription" search={{ choose: true }} className={buttonClass('primary')}>
              View plans
            </Link>
          )
        }
      >
        Your payments and receipts will appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <PaymentList payments={payments} />
      {list.isFetchNextPageError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  );
}

/** Every payment; what it was for leads to its receipt. */
function PaymentList({ payments }: { payments: readonly Payment[] }) {
  return (
    <ul className={styles.list} aria-label="Transactions">
      {payments.map((payment) => (
        <PaymentRow key={payment._id} payment={payment} />
      ))}
    </ul>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { _id: paymentId, description, orderNumber, amount, refundedAmount, returnedAmount, credit, card, createdAt } = payment;
  const nothingCharged = nothingChargedLabel(payment);
  const { word, tone } = getPaymentStatusBadge(payment);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <h2 className={styles.title}>
          <Link to="/main/profile/transactions/$paymentId" params={{ paymentId }}>
            {description}
          </Link>
        </h2>
        <p className={styles.soft}>
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          {card && <span>{formatCard(card)}</span>}
          {nothingCharged && <span>{nothingCharged}</span>}
        </p>
        <p className={styles.number}>
          {orderNumber}
          <CopyButton text={orderNumber} what="order number" />
        </p>
      </div>
      <div className={styles.money}>
        <strong>{formatCents(amount)}</strong>
        {credit > 0 && <span className={styles.soft}>{formatCents(credit)} paid from your credit</span>}
        {credit < 0 && <span className={styles.soft}>{formatCents(-credit)} added to your credit</span>}
        {refundedAmount > 0 && <span className={styles.soft}>Refunded {formatCents(refundedAmount)}</span>}
        {returnedAmount > 0 && <span className={styles.soft}>{formatCents(returnedAmount)} returned to your credit</span>}
        <Badge tone={tone}>{word}</Badge>
      </div>
    </li>
  );
}
