import { useQuery } from '@tanstack/react-query';
import type { Order, PlanEnd } from '@vitrine/contract/orders';
import { type FormEvent, useState } from 'react';
import { amountInWords } from '../../../lib/amount-in-words.ts';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { readMoney, typedMoney } from '../../../lib/number-input.ts';
import { type FieldTexts, useEditVersion } from '../../../lib/use-edit-version.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ChangedFields } from '../../../ui/pane-form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { randomUuid } from '../../payments/idempotency-key.ts';
import { MoneyField } from '../../payments/parts/money-field.tsx';
import { orderStatusesOptions, useChangeOrderStatus, useRefundOrder } from '../api/orders.ts';
import { getPaymentLabel } from '../order-labels.ts';
import { OrderHistory } from '../parts/order-parts.tsx';
import { type RefundFaults, refundCents, refundFaults, refundParts } from './refund-form.ts';

const FIELDS: FieldTexts<Order> = {
  Status: ({ statusId }) => statusId[0]?.name ?? '',
  'Tracking number': ({ trackingNumber }) => trackingNumber ?? '',
};

/** A dialog in which an administrator changes an order's status and tracking number, which is emailed to the buyer. */
export function OrderStatusDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const statuses = useQuery(orderStatusesOptions());
  const [statusId, setStatusId] = useState(order.statusId[0]?._id ?? '');
  const [trackingNumber, setTrackingNumber] = useState(order.trackingNumber ?? '');
  const change = useChangeOrderStatus({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Order status updated.');
      onClose();
    },
  });
  const { version, changes } = useEditVersion(order, change.error, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tracking = trackingNumber.trim();
    change.mutate({ id: order._id, version, statusId, ...(tracking !== '' && { trackingNumber: tracking }) });
  };
  const offered = statuses.data?.filter(({ type }) => type === 'order') ?? [];
  const failure = change.error ?? getLoadFailure(statuses);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title="Order status"
      description={`Order ${order.orderId}, ${order.buyer.name}`}
      submitLabel="Save"
      isSubmitting={change.isPending}
      isSubmitDisabled={statusId === ''}
      failure={failure ? getErrorMessage(failure) : undefined}
    >
      <ChangedFields changes={changes} />
      <SelectField
        label="Status"
        placeholder={statusId === '' ? 'Choose a status' : undefined}
        options={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={statusId}
        onChange={(event) => setStatusId(event.target.value)}
      />
      {order.orderType !== 'subscription' && (
        <TextField
          label="Tracking number"
          maxLength={100}
          hint="Add it when you ship the order. We email it to the buyer."
          value={trackingNumber}
          onChange={(event) => setTrackingNumber(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

/** State of the payment at the bank, which cannot be changed manually. */
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

type Refundable = NonNullable<Order['refundable']>;

const PLAN_ENDS: readonly { value: PlanEnd; label: string }[] = [
  { value: 'now', label: 'End the plan now' },
  { value: 'periodEnd', label: 'End the plan with the paid period' },
  { value: 'keep', label: 'Keep the plan running' },
];
const REASON_MAX = 500;

interface RefundDialogProps {
  order: Order;
  refundable: Refundable;
  onClose: () => void;
}

/** Refunds an order in whole or in part. One dialog is one refund, however often it is sent. */
export function RefundDialog({ order, refundable, onClose }: RefundDialogProps) {
  // Keep what the dialog opened with: the order is read again while the refund is sent.
  const [opened] = useState(refundable);
  const [requestId] = useState(randomUuid);
  const [form, setForm] = useState({ amount: typedMoney(opened.card + opened.credit), reason: '', planEnd: '' });
  const [faults, setFaults] = useState<RefundFaults>({});
  const refund = useRefundOrder({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Refund sent.');
      onClose();
    },
  });
  const cents = refundCents(form.amount);
  const change = (part: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...part }));
    setFaults({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = refundFaults(form, readMoney(form.amount), opened);
    setFaults(found);
    if (Object.keys(found).length > 0 || refund.isPending) return;
    const planEnd = opened.isPlanRunning ? (form.planEnd as PlanEnd) : 'keep';
    refund.mutate({ id: order._id, requestId, amount: cents, reason: form.reason.trim(), planEnd });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title="Refund"
      description={<RefundableWords buyer={order.buyer.name} refundable={opened} />}
      submitLabel={cents === undefined ? 'Refund' : `Refund ${formatCents(cents)}`}
      isSubmitting={refund.isPending}
      isDanger
      failure={refund.error ? getErrorMessage(refund.error) : undefined}
    >
      <MoneyField
        required
        label="Amount in dollars"
        value={form.amount}
        error={faults.amount}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <TextAreaField
        required
        label="Reason"
        rows={2}
        maxLength={REASON_MAX}
        value={form.reason}
        error={faults.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
      {opened.isPlanRunning && (
        <SelectField
          required
          label="Plan"
          placeholder="Choose what happens to the plan"
          options={PLAN_ENDS}
          value={form.planEnd}
          error={faults.planEnd}
          onChange={(event) => change({ planEnd: event.target.value })}
        />
      )}
      {cents !== undefined && cents > 0 && cents <= opened.card + opened.credit && <p aria-live="polite">{writtenRefund(cents, opened)}</p>}
    </FormDialog>
  );
}

/** Returns a sentence with the amount in words and the parts for the card and the credit. */
function writtenRefund(cents: number, refundable: Refundable): string {
  const { card, credit } = refundParts(cents, refundable);
  const parts = [card > 0 && `${formatCents(card)} to the card`, credit > 0 && `${formatCents(credit)} to the credit`].filter(Boolean);
  return `You are about to refund ${amountInWords(cents)}: ${parts.join(' and ')}.`;
}

function RefundableWords({ buyer, refundable: { card, credit, credited } }: { buyer: string; refundable: Refundable }) {
  return (
    <>
      {card > 0 && `${formatCents(card)} can go back to ${buyer}’s card. `}
      {credit > 0 && `${formatCents(credit)} was paid from credit and returns to it. `}
      {credited > 0 && `${formatCents(credited)} was already given back as credit by a change of plan. `}A refund can’t be undone.
    </>
  );
}
