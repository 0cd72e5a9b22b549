import type { Order, PlanEnd } from '@vitrine/contract/orders';
import { type FormEvent, useState } from 'react';
import { amountInWords } from '../../../lib/amount-in-words.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/money.ts';
import { readMoney, typedMoney } from '../../../lib/number-input.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { MoneyField } from '../../payments/parts/money-field.tsx';
import { useRefundOrder } from '../api/order-mutations.ts';
import { type RefundFaults, refundCents, refundFaults, refundParts } from './refund-form.ts';

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

/** Repeats the amount in words and where each part goes. */
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
