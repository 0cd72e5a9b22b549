import { type Order, type OrderRow, orderChange, orderType } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';
import { versionOf } from '../accounts/index.ts';
import { toDollars } from './order-amounts.rules.ts';
import type { OrderDetails } from './orders.events.ts';
import type { ChangeRow, OrderDetailsRow, OrderListRow, StatusRow } from './orders.read-model.ts';

const presentStatus = ({ id, name, color, event }: StatusRow) => ({ _id: id, name, color, event });

export function presentOrderRow(row: OrderListRow, statuses: readonly StatusRow[]): OrderRow {
  const status = statuses.find(({ id }) => id === row.status_id);
  const payment = statuses.find(({ event }) => event === row.payment_event);
  return {
    _id: row.id,
    orderId: row.number,
    orderType: orderType.parse(row.type),
    platform: row.platform === 'WV' ? 'WV' : 'PP',
    description: row.description,
    quantity: row.quantity,
    amount: toDollars(row.total_cents),
    amounts: {
      items: row.items_cents,
      shipping: row.shipping_cents,
      tax: row.tax_cents,
      credit: row.credit_cents,
      total: row.total_cents,
      refunded: row.refunded_cents,
      returned: row.returned_cents,
    },
    userId:
      row.user_id === null
        ? []
        : [{ _id: row.user_id, name: row.user_name ?? '', email: row.user_email ?? '', phoneNo: row.user_phone ?? '' }],
    buyer: { name: row.payer_name, email: row.payer_email },
    statusId: status ? [presentStatus(status)] : [],
    paymentStatusId: payment ? [presentStatus(payment)] : [],
    createdDate: row.created_at.toISOString(),
    paidDate: row.paid_at?.toISOString() ?? null,
    paymentId: row.payment_intent_id ?? row.invoice_id,
  };
}

/** Longer than any month. */
const LONGEST_MONTH_MS = 40 * 86_400_000;

const getBillingInterval = ({ period_from, period_until }: OrderDetailsRow): 'month' | 'year' | null =>
  period_from && period_until ? (period_until.getTime() - period_from.getTime() > LONGEST_MONTH_MS ? 'year' : 'month') : null;

const presentAddress = ({ street, city, state, zipcode, country }: OrderDetailsRow): Order['shippingAddress'] =>
  street === null || city === null || state === null || zipcode === null || country === null
    ? null
    : { houseAddress: street, city, state, zipcode, country };

const presentChange = ({ what, before, after, changed_by, changed_at }: ChangeRow): Order['history'][number] => ({
  what: orderChange.shape.what.parse(what),
  before,
  after,
  changedBy: changed_by,
  changedAt: changed_at.toISOString(),
});

const EMPTY_DETAILS = { poster: null, orientationId: null, sizeId: null, paperStockId: null, laminationId: null, items: [] };

/** The version of what administrators change of an order by hand. */
export const statusVersion = (statusId: string, trackingNumber: string | null | undefined): string =>
  versionOf({ statusId, trackingNumber: trackingNumber ?? '' });

interface OrderPageInput {
  row: OrderDetailsRow;
  statuses: readonly StatusRow[];
  changes: readonly ChangeRow[];
  details: OrderDetails | undefined;
  abilities: Order['abilities'];
  refundable: Order['refundable'];
}

export function presentOrder({ row, statuses, changes, details, abilities, refundable }: OrderPageInput): Order {
  const isSubscription = row.type === 'subscription';
  return {
    ...presentOrderRow(row, statuses),
    ...EMPTY_DETAILS,
    ...details,
    shippingAddress: presentAddress(row),
    shippingCountry: row.shipping_country === null ? null : row.shipping_country === 'AL' ? 'AL' : 'US',
    trackingNumber: row.tracking_number,
    version: statusVersion(row.status_id, row.tracking_number),
    card: row.card_brand !== null && row.card_last4 !== null ? { brand: row.card_brand, last4: row.card_last4 } : null,
    planId: isSubscription ? { planName: row.description, interval: getBillingInterval(row) } : null,
    endDate: isSubscription && row.period_until ? Math.floor(row.period_until.getTime() / 1000) : null,
    history: changes.map(presentChange),
    abilities,
    refundable,
  };
}

const HEADINGS = [
  'Order',
  'Created',
  'Paid',
  'Type',
  'Platform',
  'Description',
  'Quantity',
  'Buyer',
  'Email',
  'Order status',
  'Payment status',
  'Items',
  'Shipping',
  'Tax',
  'Credit',
  'Total',
  'Refunded',
];

/** Numbers are ours, so that one below zero stays a number. */
const formatAmount = (cents: number): string => (cents / 100).toFixed(2);

export const orderCsvHead = (): string => formatCsvHeader(HEADINGS);

export const orderCsvLine = (row: OrderRow): string =>
  formatCsvLine([
    ...[row.orderId, row.createdDate, row.paidDate ?? '', row.orderType, row.platform, row.description].map(formatCsvCell),
    String(row.quantity),
    ...[row.buyer.name, row.buyer.email, row.statusId[0]?.name ?? '', row.paymentStatusId[0]?.name ?? ''].map(formatCsvCell),
    ...[
      row.amounts.items,
      row.amounts.shipping,
      row.amounts.tax,
      row.amounts.credit,
      row.amounts.total,
      row.amounts.refunded + row.amounts.returned,
    ].map(formatAmount),
  ]);
