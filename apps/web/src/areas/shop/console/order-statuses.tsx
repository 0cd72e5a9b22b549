import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { STATUS_EVENTS, type StatusValue, statusBody } from '@vitrine/contract/posters';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { type FieldTexts, useEditVersion } from '../../../lib/use-edit-version.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { PaneForm } from '../../../ui/pane-form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ListWithForm, useDeletionToasts } from '../../console/parts/list-with-form.tsx';
import { orderStatusesOptions, useDeleteStatus, useSaveStatus } from '../api/orders.ts';
import { OrderStatusBadge } from '../parts/order-parts.tsx';
import ordersStyles from './orders.module.css';

interface StatusFormProps {
  /** Status to edit. Without it, the form adds a status. */
  status: StatusValue | undefined;
  /** Called after saving and on Cancel. */
  onDone: () => void;
}

const TYPES = [
  { value: 'order', label: 'Order' },
  { value: 'payment', label: 'Payment' },
] as const;
const NO_COLOR = '#888888';
const FULL_HEX_COLOR = /^#[0-9a-f]{6}$/i;

const FIELDS: FieldTexts<StatusValue> = {
  Name: ({ name }) => name,
  Color: ({ color }) => color,
  Event: ({ event }) => event,
  Description: ({ description }) => description,
  'Email to the buyer': ({ notifies }) => (notifies ? 'Yes' : 'No'),
};

/** Form that creates or edits a status. The available events depend on the type. */
function StatusForm({ status, onDone }: StatusFormProps) {
  const { register, handleSubmit, formState, reset, control, setValue, setFocus } = useForm({
    resolver: zodResolver(statusBody),
    mode: 'onTouched',
    defaultValues: {
      type: status?.type ?? ('' as StatusValue['type']),
      name: status?.name ?? '',
      color: status?.color ?? '',
      event: status?.event ?? ('' as StatusValue['event']),
      description: status?.description ?? '',
      notifies: status?.notifies ?? false,
    },
  });
  const { errors } = formState;
  useEffect(() => {
    // The form may be far from the pressed Edit button.
    if (status) setFocus('name');
  }, [status, setFocus]);
  const [type, color] = useWatch({ control, name: ['type', 'color'] });
  const events: readonly string[] = STATUS_EVENTS[type] ?? [];
  const save = useSaveStatus(status?._id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Status saved.');
      reset();
      onDone();
    },
  });
  const { version, changes } = useEditVersion(status, save.error, FIELDS);
  return (
    <PaneForm
      title={status ? 'Edit status' : 'Add status'}
      submitLabel={status ? 'Update' : 'Save'}
      onCancel={status && onDone}
      isSubmitting={save.isPending}
      isChanged={Object.keys(formState.dirtyFields).length > 0}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      changes={changes}
      onSubmit={handleSubmit((form) => save.mutate({ form, version }))}
    >
      <TextField required label="Name" maxLength={60} error={errors.name?.message} {...register('name')} />
      <TextField
        label="Color"
        placeholder={NO_COLOR}
        maxLength={7}
        error={errors.color?.message}
        trailing={
          <input
            type="color"
            className={ordersStyles.color}
            aria-label="Pick a color"
            value={FULL_HEX_COLOR.test(color) ? color : NO_COLOR}
            onChange={(event) => setValue('color', event.target.value, { shouldValidate: true, shouldDirty: true })}
          />
        }
        {...register('color')}
      />
      <SelectField
        label="Type"
        placeholder={status ? undefined : 'Choose a type'}
        options={status ? TYPES.filter(({ value }) => value === status.type) : TYPES}
        error={errors.type?.message}
        {...register('type', { onChange: () => setValue('event', '' as StatusValue['event'], { shouldDirty: true }) })}
      />
      <SelectField
        label="Event"
        placeholder="Choose an event"
        disabled={events.length === 0}
        options={events.map((event) => ({ value: event, label: event }))}
        error={errors.event?.message}
        {...register('event')}
      />
      <TextAreaField label="Description" rows={3} maxLength={250} error={errors.description?.message} {...register('description')} />
      {type === 'order' && (
        <label className={ordersStyles.notifies}>
          <input type="checkbox" {...register('notifies')} />
          Email the buyer when an order gets this status
        </label>
      )}
    </PaneForm>
  );
}

const COLUMNS: Column<StatusValue>[] = [
  {
    head: 'Name',
    cell: (status) => (
      <>
        <OrderStatusBadge status={status} />
        <Text tone="soft" size="sm">
          {status.color}
        </Text>
      </>
    ),
    isName: true,
  },
  { head: 'Event', cell: ({ event }) => event, isWhole: true },
  { head: 'Type', cell: ({ type }) => (type === 'order' ? 'Order' : 'Payment'), isWhole: true },
  { head: 'Email', cell: ({ notifies }) => (notifies ? 'Yes' : 'No'), isWhole: true },
  { head: 'Description', cell: ({ description }) => description || '–' },
];

/** Lists the statuses of orders and payments. */
export function OrderStatusPage() {
  const statuses = useQuery(orderStatusesOptions());
  const remove = useDeleteStatus(useDeletionToasts('Status deleted.'));
  return (
    <ListWithForm
      title="Order Status"
      list={statuses}
      columns={COLUMNS}
      consequence="You won’t be able to use this status for orders. Statuses in use can’t be deleted."
      deleteLabel="Delete status"
      remove={remove}
      form={(edited, onDone) => <StatusForm status={edited} onDone={onDone} />}
    />
  );
}
