import { useQuery } from '@tanstack/react-query';
import type { StatusValue } from '@vitrine/contract/posters';
import type { Column } from '../../../ui/data-table.tsx';
import { ListWithForm, useDeletionToasts } from '../../console/parts/list-with-form.tsx';
import { orderStatusesOptions, useDeleteStatus } from '../api/statuses.ts';
import { OrderStatusBadge } from '../parts/status-badge.tsx';
import { StatusForm } from './order-statuses.tsx';
import styles from './orders.module.css';

const COLUMNS: Column<StatusValue>[] = [
  {
    head: 'Name',
    cell: (status) => (
      <>
        <OrderStatusBadge status={status} />
        <p className={styles.soft}>{status.color}</p>
      </>
    ),
    isName: true,
  },
  { head: 'Event', cell: ({ event }) => event, isWhole: true },
  { head: 'Type', cell: ({ type }) => (type === 'order' ? 'Order' : 'Payment'), isWhole: true },
  { head: 'Email', cell: ({ notifies }) => (notifies ? 'Yes' : 'No'), isWhole: true },
  { head: 'Description', cell: ({ description }) => description || '–' },
];

/** The states that orders and payments can be in. */
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
