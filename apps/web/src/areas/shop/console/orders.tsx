import { Link } from '@tanstack/react-router';
import type { OrderRow } from '@vitrine/contract/orders';
import { formatCents, formatDate } from '../../../lib/format.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text } from '../../../ui/text.tsx';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { useConsoleList } from '../../console/use-console-list.ts';
import { ordersOptions, useExportOrders } from '../api/orders.ts';
import { OrderStatusBadge, PaymentBadges } from '../parts/order-parts.tsx';
import { NO_ORDER_FILTERS, OrderFilters, type OrdersTab, storeOrderTab, toOrderFilters } from './order-filters.tsx';

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
        <Text as="span" tone="soft" size="sm">
          {buyer.email}
        </Text>
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
    width: '8.25rem',
    cell: (order) => <PaymentBadges order={order} />,
  },
];

/** All orders, newest first. Filters are in the address; the tab is also remembered. */
export function ConsoleOrdersPage() {
  const { filters, narrow, listProps } = useConsoleList('/admin/orderItems', {
    toFilters: toOrderFilters,
    options: ordersOptions,
    useExport: useExportOrders,
    noFilters: NO_ORDER_FILTERS,
    otherKeys: ['orderType'],
  });
  const show = (next: OrdersTab) => {
    storeOrderTab(next);
    narrow({ tab: next });
  };
  return (
    <ConsoleList
      title="All Order"
      label="Orders"
      tabs={<SegmentedChoice label="Order type" value={filters.orderType} onChange={show} choices={TABS} />}
      {...listProps}
      columns={COLUMNS}
      nameOf={({ orderId }) => orderId}
      empty="No data available"
      search={{ words: filters.string, onChange: (string) => narrow({ string }), placeholder: 'Order number, name or email' }}
      filters={<OrderFilters filters={filters} onChange={narrow} />}
    />
  );
}
