import { Link } from '@tanstack/react-router';
import type { OrderRow } from '@vitrine/contract/orders';
import { formatDate } from '../../../lib/format.ts';
import { formatCents } from '../../../lib/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { getPaymentState } from '../order-labels.ts';
import { OrderStatusBadge } from '../parts/status-badge.tsx';
import styles from './orders.module.css';

/** One's own orders; each leads to its page. */
export function OrderList({ orders }: { orders: readonly OrderRow[] }) {
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
