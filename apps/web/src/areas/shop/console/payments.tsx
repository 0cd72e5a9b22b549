import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrderRow } from '@vitrine/contract/orders';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { DateRangeFields } from '../../console/parts/date-range.tsx';
import { useConsoleList } from '../../console/use-console-list.ts';
import { type OrderFilters, orderOptions, ordersOptions, ownOrdersOptions, useExportOrders } from '../api/orders.ts';
import { getOrderTypeLabel, getPaymentState } from '../order-labels.ts';
import { OrderAmounts } from '../parts/order-parts.tsx';
import { OrderContents } from '../parts/order-summary.tsx';
import styles from './payments.module.css';

const EVENTS = ['paymentsuccess', 'paymentpending', 'paymentfailed'] as const;
const TYPES = ['subscription', 'item', 'poster'] as const;
const EVENT_CHOICES = [
  { value: 'paymentsuccess', label: 'Paid' },
  { value: 'paymentpending', label: 'Not paid yet' },
  { value: 'paymentfailed', label: 'Failed' },
];
const TYPE_CHOICES = [
  { value: 'subscription', label: 'Subscriptions' },
  { value: 'item', label: 'Items' },
  { value: 'poster', label: 'Posters' },
];
const NO_PAYMENT_FILTERS: PaymentsSearch = { string: undefined, type: undefined, event: undefined, from: undefined, until: undefined };

const toPaymentFilters = ({ string, from, until, type, event }: PaymentsSearch): OrderFilters => ({
  string,
  from,
  until,
  orderType: readOneOf(type, TYPES),
  paymentEvent: readOneOf(event, EVENTS),
});

const StateBadge = ({ order }: { order: OrderRow }) => {
  const { word, tone } = getPaymentState(order);
  return <Badge tone={tone}>{word}</Badge>;
};

const COLUMNS: ListColumn<OrderRow>[] = [
  {
    key: 'name',
    head: 'Name',
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
  { key: 'id', head: 'Payment ID', isLong: true, cell: ({ paymentId, orderId }) => paymentId ?? orderId, width: '24%' },
  { key: 'date', head: 'Date of payment', cell: ({ paidDate }) => (paidDate ? formatDate(paidDate) : '–'), width: '8.5rem' },
  {
    key: 'amount',
    head: 'Amount',
    cell: ({ amounts }) => formatCents(amounts.total),
    width: '7rem',
    isNumber: true,
    staysBesidePanel: true,
  },
  { key: 'type', head: 'Purchase type', cell: getOrderTypeLabel, width: '7.75rem' },
  { key: 'status', head: 'Payment status', cell: (order) => <StateBadge order={order} />, width: '8.25rem', staysBesidePanel: true },
];

/** Payments and attempted payments of all types, newest first. */
export function PaymentsPage() {
  const { search, narrow, openId, listProps } = useConsoleList('/admin/payment', {
    toFilters: toPaymentFilters,
    options: ordersOptions,
    useExport: useExportOrders,
    noFilters: NO_PAYMENT_FILTERS,
    openKey: 'payment',
  });
  return (
    <ConsoleList
      title="Payment Details"
      label="Payments"
      {...listProps}
      columns={COLUMNS}
      nameOf={({ buyer, orderId }) => `${buyer.name}, order ${orderId}`}
      empty="No data available"
      search={{ words: search.string, onChange: (string) => narrow({ string }), placeholder: 'Order number, name or email' }}
      filters={<Filters search={search} onChange={narrow} />}
      panel={openId ? { title: 'Payment', content: <PaymentDetails id={openId} /> } : undefined}
    />
  );
}

function Filters({ search, onChange }: { search: PaymentsSearch; onChange: (patch: PaymentsSearch) => void }) {
  return (
    <>
      <SelectField
        label="Purchase type"
        placeholder="All"
        options={TYPE_CHOICES}
        value={readOneOf(search.type, TYPES) ?? ''}
        onChange={(event) => onChange({ type: event.target.value || undefined })}
      />
      <SelectField
        label="Payment status"
        placeholder="All"
        options={EVENT_CHOICES}
        value={readOneOf(search.event, EVENTS) ?? ''}
        onChange={(event) => onChange({ event: event.target.value || undefined })}
      />
      <DateRangeFields days={search} what="Order date" onChange={onChange} />
    </>
  );
}

/** The order behind a payment, its sums, and what else the same person bought. */
function PaymentDetails({ id }: { id: string }) {
  const order = useQuery(orderOptions(id));
  if (order.isPending) return <ListSkeleton view="List" />;
  if (!order.data) return <LoadFailure message={getErrorMessage(order.error)} onRetry={() => void order.refetch()} />;
  const { data } = order;
  return (
    <>
      <FactList
        facts={[
          { term: 'Payment status', value: <StateBadge order={data} /> },
          { term: 'Payment ID', value: data.paymentId ?? 'None yet' },
          { term: 'Order', value: <OrderLink order={data} /> },
          { term: 'Name', value: data.buyer.name },
          { term: 'Email', value: data.buyer.email },
          { term: 'Date of payment', value: data.paidDate ? formatDate(data.paidDate) : 'Not paid yet' },
          { term: 'Card', value: data.card ? `${data.card.brand} •••• ${data.card.last4}` : '–' },
        ]}
      />
      <OrderContents order={data} />
      <OrderAmounts amounts={data.amounts} />
      {data.userId[0] && <PurchaseHistory userId={data.userId[0]._id} but={data._id} />}
    </>
  );
}

const OrderLink = ({ order: { _id, orderId, orderType } }: { order: OrderRow }) => (
  <Link to={orderType === 'poster' ? '/admin/orderItems/orderDetails' : '/admin/orderItems/orderItemDetails'} search={{ orderId: _id }}>
    {orderId}
  </Link>
);

function PurchaseHistory({ userId, but }: { userId: string; but: string }) {
  const list = useInfiniteQuery(ownOrdersOptions(userId));
  const others = list.data?.pages.flat().filter(({ _id }) => _id !== but) ?? [];
  return (
    <section className={styles.history}>
      <h3>Purchase history</h3>
      {(list.isLoadingError || list.isFetchNextPageError) && (
        <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.data && others.length === 0 && (
        <Text tone="soft" size="sm">
          No other purchases yet.
        </Text>
      )}
      <ul>
        {others.map((order) => (
          <li key={order._id}>
            <OrderLink order={order} />
            <span>{formatDate(order.createdDate)}</span>
            <span>{formatCents(order.amounts.total)}</span>
            <StateBadge order={order} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" className={styles.more} onClick={() => void list.fetchNextPage()}>
          Show more
        </button>
      )}
    </section>
  );
}

/** Filters of the list of payments, and the open one. */
export interface PaymentsSearch {
  string?: string;
  type?: string;
  event?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
  payment?: string;
}
