import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Order } from '@vitrine/contract/orders';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { ClockIcon, DocumentIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { paymentResultOptions } from '../../payments/api/payments.ts';
import { getPaymentResultMessage } from '../../payments/payment-labels.ts';
import { orderOptions } from '../api/orders.ts';
import { isPaid } from '../order-labels.ts';
import styles from './orders.module.css';

export function OrderConfirmPage() {
  const { albumId, intentId, orderId } = useSearch({ from: '/main/media/makeposter/orderconfirm' });
  const back = albumId && <BackLink to="/main/media" search={{ albumId }} label="Back to album" />;
  return <OrderConfirmation orderId={orderId} intentId={intentId} back={back} />;
}

interface ConfirmationProps {
  orderId?: string;
  intentId?: string;
  back?: ReactNode;
}

/** Result of an order from the bank. Reloading the page, also in several tabs, pays nothing. */
export function OrderConfirmation({ orderId = '', intentId = '', back }: ConfirmationProps) {
  const settled = useQuery({ ...paymentResultOptions(orderId, intentId), enabled: intentId !== '' && orderId !== '' });
  const isSettled = intentId === '' || settled.data !== undefined;
  // Loaded after the bank was queried, and again after each further result.
  const order = useQuery({ ...orderOptions(orderId), enabled: orderId !== '' && isSettled });
  const failed = [settled, order].find((part) => part.isLoadingError);
  const status = settled.data?.intentStatus ?? (order.data && isPaid(order.data) ? 'succeeded' : 'requires_payment_method');
  usePageTitle(isSettled && order.data && status === 'succeeded' ? BUSINESS_MESSAGES.paymentSuccessful : 'Payment');
  if (orderId === '') return <UnknownOrder />;
  if (failed?.error) {
    return (
      <OrderPending back={back}>
        <LoadFailure message={getErrorMessage(failed.error)} onRetry={() => void failed.refetch()} />
      </OrderPending>
    );
  }
  if (!order.data) {
    return order.data === null ? (
      <UnknownOrder />
    ) : (
      <OrderPending back={back}>
        <Skeleton style={{ height: 280 }} />
      </OrderPending>
    );
  }
  return (
    <div className={styles.orderConfirmationPage}>
      {back}
      <OrderOutcome status={status} order={order.data} />
    </div>
  );
}

/** While it is not known what became of it. */
const OrderPending = ({ back, children }: { back: ReactNode; children: ReactNode }) => (
  <div className={styles.orderConfirmationPage}>
    <PageHeader title="Payment" back={back} />
    {children}
  </div>
);

const GoToOrdersLink = () => (
  <Link to="/main/profile/orders" className={buttonClass('secondary')}>
    My orders
  </Link>
);

const UnknownOrder = () => (
  <EmptyState heading="h1" icon={<DocumentIcon size={26} />} title="Order not found" action={<GoToOrdersLink />}>
    We couldn’t find this order. You can see all your orders under My orders.
  </EmptyState>
);

function getOutcomeIcon(status: string): ReactNode {
  if (status === 'succeeded') return <CheckIcon size={26} />;
  return status === 'processing' ? <ClockIcon size={26} /> : <WarningIcon size={26} />;
}

function OrderOutcome({ status, order }: { status: string; order: Order }) {
  const isSuccessful = status === 'succeeded';
  return (
    <>
      <div aria-live="polite">
        <EmptyState
          heading="h1"
          icon={getOutcomeIcon(status)}
          title={isSuccessful ? BUSINESS_MESSAGES.paymentSuccessful : getPaymentResultMessage(status)}
          action={
            <Link
              to="/main/profile/orders/$orderId"
              params={{ orderId: order._id }}
              className={buttonClass(isSuccessful ? 'primary' : 'secondary')}
            >
              View order
            </Link>
          }
        >
          {isSuccessful
            ? `${getPaymentResultMessage(status)} We’ve emailed you a receipt.`
            : 'We’ll update this page and your order when the payment status changes.'}
        </EmptyState>
      </div>
      <Panel title="Your order">
        <FactGrid
          facts={[
            [
              'Order number',
              <span key="number" className={styles.orderConfirmationNumber}>
                {order.orderId}
                <CopyButton text={order.orderId} what="order number" />
              </span>,
            ],
            ['Item', order.description],
            ['Total', formatCents(order.amounts.total)],
          ]}
        />
      </Panel>
    </>
  );
}

export function ShopConfirmPage() {
  const { orderId, intentId } = useSearch({ from: '/main/shop/orderconfirm' });
  return <OrderConfirmation orderId={orderId} intentId={intentId} back={<BackLink to="/main/shop" label="Back to shop" />} />;
}
