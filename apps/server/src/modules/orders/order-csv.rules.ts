import type { OrderRow } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';

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
