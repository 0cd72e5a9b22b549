import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { OrderRow } from '@vitrine/contract/orders';
import { useExportOrders } from '../../../features/orders/api/order-mutations.ts';
import { ordersOptions } from '../../../features/orders/api/orders.ts';
import { StatusBadge } from '../../../features/orders/components/status-badge.tsx';
import { paymentWord } from '../../../features/orders/order-words.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { formatCents } from '../../../lib/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DownloadIcon, StorageIcon } from '../../../ui/icons.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { keepTab, knownFilters } from './order-filters.ts';
import styles from './orders.module.css';
import { type OrdersSearch, type OrdersTab } from './orders-search.ts';

const TABS = [
  { value: 'subscription', label: 'Subscriptions' },
  { value: 'item', label: 'Items' },
  { value: 'poster', label: 'Posters' },
] as const;

const COLUMNS: Column<OrderRow>[] = [
  {
    head: 'Order',
    cell: ({ _id, orderId, orderType }) => (
      <Link
        to={orderType === 'poster' ? '/admin/orderItems/orderDetails' : '/admin/orderItems/orderItemDetails'}
        search={{ orderId: _id } as never}
      >
        {orderId}
      </Link>
    ),
  },
  { head: 'Date', cell: ({ createdDate }) => formatDate(createdDate), isWhole: true },
  {
    head: 'Buyer',
    cell: ({ buyer }) => (
      <>
        {buyer.name}
        <br />
        <span className={styles.soft}>{buyer.email}</span>
      </>
    ),
  },
  { head: 'What', cell: ({ description }) => description },
  { head: 'Quantity', cell: ({ quantity }) => quantity, isNumber: true },
  { head: 'Amount', cell: ({ amounts }) => formatCents(amounts.total), isNumber: true },
  { head: 'Platform', cell: ({ platform }) => platform, isWhole: true },
  { head: 'Order status', cell: ({ statusId }) => <StatusBadge status={statusId[0]} /> },
  {
    head: 'Payment',
    cell: (order) => <Badge tone={paymentWord(order) === 'Success' ? 'success' : 'warning'}>{paymentWord(order)}</Badge>,
  },
];

/** Every order, newest first. What it is narrowed to is in the address; the tab also outlasts it. */
export function OrdersPage() {
  const { tab, string, platform, statusId, paymentEvent, from, until } = knownFilters(useSearch({ from: '/admin/orderItems' }));
  const navigate = useNavigate();
  const filters = { orderType: tab, string, platform, statusId, paymentEvent, from, until };
  const list = useInfiniteQuery(ordersOptions(filters));
  const orders = list.data?.pages.flat() ?? [];
  const narrow = (patch: Partial<OrdersSearch>) =>
    void navigate({ to: '/admin/orderItems', search: (before) => ({ ...before, ...patch }), replace: true, resetScroll: false });
  const show = (next: OrdersTab) => {
    keepTab(next);
    narrow({ tab: next });
  };
  const toFile = useExportOrders({ onError: (error) => toast.error(messageOf(error)) });
  return (
    <>
      <PageHeader
        title="All Order"
        actions={
          <Button icon={<DownloadIcon size={18} />} isLoading={toFile.isPending} onClick={() => toFile.mutate(filters)}>
            Download CSV
          </Button>
        }
      />
      <div className={styles.page}>
        <div className={styles.tabs}>
          <SegmentedChoice label="Orders shown" value={tab} onChange={show} choices={TABS} />
        </div>
        <OrderFilterBar filters={{ string, platform, statusId, paymentEvent, from, until }} onChange={narrow} />
        {list.isPending && <ListSkeleton view="List" />}
        {list.isError && orders.length === 0 && <LoadFailure message={messageOf(list.error)} onRetry={() => void list.refetch()} />}
        {list.isSuccess && orders.length === 0 && <EmptyState icon={<StorageIcon size={26} />} title="No data available" />}
        {orders.length > 0 && <DataTable label="Orders" rows={orders} columns={COLUMNS} />}
        {list.isFetchNextPageError && <LoadFailure message={messageOf(list.error)} onRetry={() => void list.fetchNextPage()} />}
        {list.hasNextPage && !list.isFetchNextPageError && (
          <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
        )}
      </div>
    </>
  );
}
