import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrderRow } from '@vitrine/contract/orders';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { BagIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { ownOrdersOptions } from '../api/orders.ts';
import { getPaymentState } from '../order-labels.ts';
import { OrderStatusBadge } from '../parts/order-parts.tsx';
import styles from './orders.module.css';

/** All orders of this account, newest first. */
export function OrdersPage() {
  const { userId } = useAccountInView();
  const list = useInfiniteQuery(ownOrdersOptions(userId));
  const orders = list.data?.pages.flat() ?? [];
  if (list.isPending) return <ListSkeleton view="List" />;
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={<BagIcon size={26} />}
        title="No orders yet"
        action={
          <Link to="/main" className={buttonClass('primary')}>
            Go to your albums
          </Link>
        }
      >
        Open a photo and choose Create Poster to have it printed. You can track your orders here.
      </EmptyState>
    );
  }
  return (
    <>
      <OrderList orders={orders} />
      {list.isFetchNextPageError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  );
}

/** The user's orders, each linking to its page. */
function OrderList({ orders }: { orders: readonly OrderRow[] }) {
  return (
    <ul className={styles.list} aria-label="Orders">
      {orders.map((order) => (
        <li key={order._id} className={styles.row}>
          <div className={styles.what}>
            <h2 className={styles.title}>
              <Link to="/main/profile/orders/$orderId" params={{ orderId: order._id }}>
                {order.description}
              </Link>
            </h2>
            <p className={styles.soft}>
              <time dateTime={order.createdDate}>{formatDate(order.createdDate)}</time>
              <span>{order.orderId}</span>
            </p>
            {order.statusId[0] && <OrderStatusBadge status={order.statusId[0]} />}
          </div>
          <div className={styles.money}>
            <strong>{formatCents(order.amounts.total)}</strong>
            <Badge tone={getPaymentState(order).tone}>{getPaymentState(order).word}</Badge>
          </div>
        </li>
      ))}
    </ul>
  );
}
