import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ERRORS } from '@vitrine/contract/errors';
import type { Order } from '@vitrine/contract/orders';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { formatCard } from '../../payments/payment-labels.ts';
import { orderOptions } from '../api/orders.ts';
import { getNextStepMessage, getPaymentState, isPaid } from '../order-labels.ts';
import { OrderAmounts, OrderHistory, OrderStatusBadge } from '../parts/order-parts.tsx';
import { OrderContents, ShippingAddress } from '../parts/order-summary.tsx';
import styles from './orders.module.css';

/** Page of one order: its state, next step, content and costs. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/main/profile/orders/$orderId' });
  const order = useQuery(orderOptions(orderId));
  return (
    <Stack gap={4}>
      <BackLink to="/main/profile/orders" label="Back to my orders" isWritten />
      {order.isLoadingError && <LoadFailure message={getErrorMessage(order.error)} onRetry={() => void order.refetch()} />}
      {order.isPending && <Skeleton style={{ height: 420 }} />}
      {order.data === null && <LoadFailure message={ERRORS.NOT_FOUND.message} onRetry={() => void order.refetch()} />}
      {order.data && <OrderPanels order={order.data} />}
    </Stack>
  );
}

function OrderPanels({ order }: { order: Order }) {
  const state = getPaymentState(order);
  return (
    <>
      <Panel
        title={order.description}
        actions={
          isPaid(order) && (
            <Link to="/main/profile/transactions/$paymentId" params={{ paymentId: order._id }} className={buttonClass()}>
              Open receipt
            </Link>
          )
        }
      >
        <p className={styles.states}>
          <Badge tone={state.tone}>{state.word}</Badge>
          {order.statusId[0] && <OrderStatusBadge status={order.statusId[0]} />}
        </p>
        <p>{getNextStepMessage(order)}</p>
        <FactGrid
          facts={[
            [
              'Order number',
              <span key="number" className={styles.number}>
                {order.orderId}
                <CopyButton text={order.orderId} what="order number" />
              </span>,
            ],
            ['Ordered', formatDate(order.createdDate)],
            ['Paid', order.paidDate && formatDate(order.paidDate)],
            ...(order.card ? ([['Card', formatCard(order.card)]] as const) : []),
            ...(order.trackingNumber
              ? ([
                  [
                    'Tracking number',
                    <span key="tracking" className={styles.number}>
                      {order.trackingNumber}
                      <CopyButton text={order.trackingNumber} what="tracking number" />
                    </span>,
                  ],
                ] as const)
              : []),
          ]}
        />
      </Panel>
      <Panel title="What you ordered">
        <OrderContents order={order} />
        <OrderAmounts amounts={order.amounts} isOwn />
      </Panel>
      {order.shippingAddress && (
        <Panel title="Shipping address">
          <ShippingAddress address={order.shippingAddress} />
        </Panel>
      )}
      {order.history.length > 0 && (
        <Panel title="History">
          <OrderHistory history={order.history} />
        </Panel>
      )}
    </>
  );
}
