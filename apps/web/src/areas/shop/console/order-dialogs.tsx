import { useQuery } from '@tanstack/react-query';
import type { Order } from '@vitrine/contract/orders';
import { type FormEvent, useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { type FieldTexts, useEditVersion } from '../../../lib/use-edit-version.ts';
import { ChangedFields } from '../../../ui/changed-fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useChangeOrderStatus } from '../api/order-mutations.ts';
import { orderStatusesOptions } from '../api/statuses.ts';

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
