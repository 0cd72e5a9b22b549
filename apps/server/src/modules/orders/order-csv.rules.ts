import type { OrderRow } from '@vitrine/contract';

const HEADINGS = [
  'Order',
  'Created',
  'Paid',
  'Type',
  'Platform',
  'Description',
  'Quantity',
  'Buyer',
  'E-mail',
  'Order status',
  'Payment status',
  'Items',
  'Shipping',
  'Tax',
  'Credit',
  'Total',
  'Refunded',
];

/** What a spreadsheet would reckon. A tab or a line break before it would not stop one. */
const FORMULA = /^\s*[=+\-@]/;

/** A text as a cell (RFC 4180). A quote before what would be a formula makes it a text. */
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Numbers are ours, so that one below zero stays a number. */
const amount = (cents: number): string => (cents / 100).toFixed(2);

const line = (cells: string[]): string => `${cells.join(',')}\r\n`;

/** Without the mark, spreadsheets take UTF-8 for something else. */
export const csvHead = (): string => `\uFEFF${line(HEADINGS)}`;

export const csvLine = (row: OrderRow): string =>
  line([
    ...[row.orderId, row.createdDate, row.paidDate ?? '', row.orderType, row.platform, row.description].map(cell),
    String(row.quantity),
    ...[row.buyer.name, row.buyer.email, row.statusId[0]?.name ?? '', row.paymentStatusId[0]?.name ?? ''].map(cell),
    ...[row.amounts.items, row.amounts.shipping, row.amounts.tax, row.amounts.credit, row.amounts.total, row.amounts.refunded].map(amount),
  ]);
