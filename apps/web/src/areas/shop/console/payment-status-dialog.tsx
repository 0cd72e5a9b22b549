import type { Order } from '@vitrine/contract/orders';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { getPaymentLabel } from '../order-labels.ts';
import { OrderHistory } from '../parts/order-history.tsx';

/** What the bank said of the payment. Nobody changes it by hand. */
export function PaymentStatusDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const word = getPaymentLabel(order);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Payment status"
      description="Updated by the payment provider. You can’t change it here."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <FactGrid
        facts={[
          [
            'Payment',
            <Badge key="word" tone={word === 'Success' ? 'success' : 'warning'}>
              {word}
            </Badge>,
          ],
          ['Paid on', order.paidDate && formatDate(order.paidDate)],
        ]}
      />
      <OrderHistory history={order.history.filter(({ what }) => what !== 'order')} isNamed />
    </Dialog>
  );
}
