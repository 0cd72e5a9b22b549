import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ERRORS } from '@vitrine/contract/errors';
import type { Order } from '@vitrine/contract/orders';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { DocumentIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { formatPhone } from '../../accounts/personal-data.ts';
import { orderOptions, useDownloadPrintFile } from '../api/orders.ts';
import { getOrderTypeLabel } from '../order-labels.ts';
import { OrderAmounts, OrderHistory, OrderStatusBadge, PaymentBadges } from '../parts/order-parts.tsx';
import { OrderContents, ShippingAddress } from '../parts/order-summary.tsx';
import { OrderStatusDialog, PaymentStatusDialog, RefundDialog } from './order-dialogs.tsx';
import styles from './orders.module.css';
import { PackingSlip } from './packing-slip.tsx';

/** Time for which "Copied" is shown (specification 3 §9). */
const COPIED_MS = 7000;

/** One order as those see it who pack it: what, for whom, where to, and what became of it. */
export function OrderDetailsPage() {
  const { orderId = '' } = useSearch({ strict: false }) as { orderId?: string };
  const order = useQuery({ ...orderOptions(orderId), enabled: orderId !== '' });
  const back = <BackLink to="/admin/orderItems" label="Back to all orders" />;
  if (order.data) return <OrderDetails order={order.data} back={back} />;
  const failure = order.error ? getErrorMessage(order.error) : ERRORS.NOT_FOUND.message;
  return (
    <>
      <PageHeader title="Order" back={back} />
      {order.isLoading ? <Skeleton style={{ height: 420 }} /> : <LoadFailure message={failure} onRetry={() => void order.refetch()} />}
    </>
  );
}

function OrderDetails({ order, back }: { order: Order; back: React.ReactNode }) {
  const dialog = useDialog();
  const isParcel = order.orderType !== 'subscription';
  return (
    <>
      <div className={styles.order}>
        <PageHeader
          title={`${getOrderTypeLabel(order)} order ${order.orderId}`}
          back={back}
          actions={
            <>
              <CopyButton text={order.orderId} what="order number" shownMs={COPIED_MS} />
              {isParcel && (
                <Button icon={<DocumentIcon size={18} />} onClick={() => window.print()}>
                  Packing slip
                </Button>
              )}
            </>
          }
        />
        <div className={styles.page}>
          <OrderStates order={order} onOpen={dialog.open} />
          <Panel title={order.description} actions={order.poster?.hasPrintFile && <PrintFile order={order} name={order.poster.name} />}>
            <OrderContents order={order} />
            <OrderAmounts amounts={order.amounts} />
          </Panel>
          <div className={styles.pair}>
            <Panel title="Buyer">
              <div className={styles.buyer}>
                <FactGrid
                  facts={
                    [
                      ['Name', order.buyer.name],
                      ['Email', order.buyer.email],
                      ['Phone number', formatPhone(order.userId[0]?.phoneNo ?? '')],
                      ['Account', order.userId[0] ? null : 'Deleted'],
                    ].filter(([term, value]) => term !== 'Account' || value) as [string, string][]
                  }
                />
              </div>
            </Panel>
            {isParcel && (
              <Panel title="Shipping address">
                <ShippingAddress address={order.shippingAddress} />
                <Text tone="soft">{order.shippingCountry === 'AL' ? 'Shipping: Alaska/Hawaii' : 'Shipping: US'}</Text>
              </Panel>
            )}
          </div>
          {order.history.length > 0 && (
            <Panel title="History">
              <OrderHistory history={order.history} isNamed />
            </Panel>
          )}
        </div>
      </div>
      {dialog.dialog === 'status' && order.abilities.changeStatus && <OrderStatusDialog order={order} onClose={dialog.close} />}
      {dialog.dialog === 'payment' && <PaymentStatusDialog order={order} onClose={dialog.close} />}
      {dialog.dialog === 'refund' && order.abilities.refund && order.refundable && (
        <RefundDialog order={order} refundable={order.refundable} onClose={dialog.close} />
      )}
      {isParcel && <PackingSlip order={order} />}
    </>
  );
}

function OrderStates({ order, onOpen }: { order: Order; onOpen: (dialog: string) => void }) {
  const { changeStatus, refund } = order.abilities;
  return (
    <Panel
      title="Status"
      actions={
        <>
          {changeStatus && <Button onClick={() => onOpen('status')}>Order status</Button>}
          <Button onClick={() => onOpen('payment')}>Payment status</Button>
          {refund && <Button onClick={() => onOpen('refund')}>Refund</Button>}
        </>
      }
    >
      <FactGrid
        facts={[
          ['Order', <OrderStatusBadge key="order" status={order.statusId[0]} />],
          ['Payment', <PaymentBadges key="payment" order={order} />],
          ['Ordered', formatDate(order.createdDate)],
          ['Platform', order.platform],
          ['Tracking number', order.trackingNumber],
        ]}
      />
    </Panel>
  );
}

function PrintFile({ order, name }: { order: Order; name: string }) {
  const file = useDownloadPrintFile({ onError: (error) => toast.error(getErrorMessage(error)) });
  return (
    <Button icon={<DownloadIcon size={18} />} isLoading={file.isPending} onClick={() => file.mutate({ id: order._id, name })}>
      Download print file
    </Button>
  );
}
