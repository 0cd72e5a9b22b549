import type { Order } from '@vitrine/contract/orders';
import { type FormEvent, useState } from 'react';
import { MoneyField } from '../../../entities/billing/money-field.tsx';
import { messageOf } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/money.ts';
import { readMoney, typedMoney } from '../../../lib/number-input.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRefundOrder } from '../api/order-mutations.ts';
import { refundCents, refundFault } from '../refund-amount.ts';

/** Gives back all or a part of what was paid, through the bank. Sent twice, it is one refund. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  // What is left when the dialog opens: the order is read again while it is under way.
  const [left] = useState(order.amounts.total - order.amounts.refunded);
  const [requestId] = useState(randomUuid);
  const [typed, setTyped] = useState(() => typedMoney(left));
  const [fault, setFault] = useState<string>();
  const refund = useRefundOrder({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Refunded.');
      onClose();
    },
  });
  const cents = refundCents(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = refundFault(readMoney(typed), left);
    setFault(wrong);
    if (!wrong && !refund.isPending) refund.mutate({ id: order._id, requestId, amount: cents });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title="Refund"
      description={`It goes back to the card of ${order.buyer.name} and cannot be taken back. ${formatCents(left)} are left to refund.`}
      submitLabel={cents === undefined ? 'Refund' : `Refund ${formatCents(cents)}`}
      isSubmitting={refund.isPending}
      isDanger
      failure={refund.error ? messageOf(refund.error) : undefined}
    >
      <MoneyField
        label="Amount in dollars"
        value={typed}
        error={fault}
        onChange={(event) => {
          setTyped(event.target.value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
