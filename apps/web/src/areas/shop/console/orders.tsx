import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { OrderRow } from '@vitrine/contract/orders';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { formatCents } from '../../../lib/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { useExportOrders } from '../api/order-mutations.ts';
import { ordersOptions } from '../api/orders.ts';
import { getPaymentLabel } from '../order-labels.ts';
import { OrderStatusBadge } from '../parts/status-badge.tsx';
import { parseOrderFilters, storeOrderTab } from './order-filters.tsx';
import { NO_ORDER_FILTERS, OrderFilters } from './order-filters-row.tsx';
import styles from './orders.module.css';
import { type OrdersSearch, type OrdersTab } from './orders-search.ts';

const TABS = [
  { value: 'subscription', label: 'Subscriptions' },
  { value: 'item', label: 'Items' },
  { value: 'poster', label: 'Posters' },
] as const;

const COLUMNS: ListColumn<OrderRow>[] = [
  {
    key: 'number',
    head: 'Order',
    width: '7.375rem',
    cell: ({ _id, orderId, orderType }) => (
      <Link to={orderType === 'poster' ? '/admin/orderItems/orderDetails' : '/admin/orderItems/orderItemDetails'} search={{ orderId: _id }}>
        {orderId}
      </Link>
    ),
  },
  { key: 'date', head: 'Date', width: '6.5rem', cell: ({ createdDate }) => formatDate(createdDate) },
  {
    key: 'buyer',
    isLong: true,
    head: 'Buyer',
    cell: ({ buyer }) => (
      <>
        {buyer.name}
        <br />
        <span className={styles.soft}>{buyer.email}</span>
      </>
    ),
  },
  { key: 'what', head: 'Description', isLong: true, cell: ({ description }) => description },
  { key: 'quantity', head: 'Quantity', width: '5.25rem', cell: ({ quantity }) => quantity, isNumber: true },
  { key: 'amount', head: 'Amount', width: '6.5rem', cell: ({ amounts }) => formatCents(amounts.total), isNumber: true },
  { key: 'platform', head: 'Platform', width: '5.25rem', cell: ({ platform }) => platform },
  { key: 'status', head: 'Order status', width: '8.75rem', cell: ({ statusId }) => <OrderStatusBadge status={statusId[0]} /> },
  {
    key: 'payment',
    head: 'Payment',
    width: '7rem',
    cell: (order) => <Badge tone={getPaymentLabel(order) === 'Success' ? 'success' : 'warning'}>{getPaymentLabel(order)}</Badge>,
  },
];

/** Every order, newest first. What it is narrowed to is in the address; the tab also outlasts it. */
export function ConsoleOrdersPage() {
  const { tab, string, platform, statusId, paymentEvent, from, until } = parseOrderFilters(useSearch({ from: '/admin/orderItems' }));
  const navigate = useNavigate();
  const filters = { orderType: tab, string, platform, statusId, paymentEvent, from, until };
  const list = useInfiniteQuery(ordersOptions(filters));
  const narrowing = { platform, statusId, paymentEvent, from, until };
  const narrow = (patch: Partial<OrdersSearch>) =>
    void navigate({ to: '/admin/orderItems', search: (before) => ({ ...before, ...patch }), replace: true, resetScroll: false });
  const show = (next: OrdersTab) => {
    storeOrderTab(next);
    narrow({ tab: next });
  };
  const toFile = useExportOrders({ onError: (error) => toast.error(getErrorMessage(error)) });
  return (
    <ConsoleList
      title="All Order"
      label="Orders"
      tabs={<SegmentedChoice label="Order type" value={tab} onChange={show} choices={TABS} />}
      list={list}
      columns={COLUMNS}
      nameOf={({ orderId }) => orderId}
      empty="No data available"
      search={{ words: string, onChange: (words) => narrow({ string: words }), placeholder: 'Order number, name or email' }}
      filters={<OrderFilters filters={narrowing} onChange={narrow} />}
      isNarrowed={Object.values({ string, ...narrowing }).some((value) => value !== undefined)}
      onShowAll={() => narrow(NO_ORDER_FILTERS)}
      csv={{ isPending: toFile.isPending, onDownload: () => toFile.mutate(filters) }}
    />
  );
}
