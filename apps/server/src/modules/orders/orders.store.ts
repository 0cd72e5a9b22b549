import type { OrderType, PaymentEvent } from '@vitrine/contract';
import { sql } from 'kysely';
import type { BankName } from '../../platform/cards/cards.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { formatOrderNumber } from './orders.rules.ts';

/** Line of a new order. `amount` is the total of the line, in cents. */
export interface NewLine {
  name: string;
  quantity: number;
  amount: number;
}

export type InvoiceReason = 'start' | 'renewal' | 'change';

export interface NewOrder {
  type: OrderType;
  userId: string;
  description: string;
  quantity?: number;
  lines: NewLine[];
  shipping?: number;
  tax?: number;
  /** Above zero: paid from the payer's credit. Below zero: added to it. */
  credit?: number;
  invoiceReason?: InvoiceReason | null;
  bank: BankName;
  invoiceId?: string;
  intentId?: string | null;
  referenceId?: string;
  requestId?: string;
  period?: { from: Date; until: Date };
  createdAt?: Date;
}

const COLUMNS = [
  'id',
  'number',
  'type',
  'platform',
  'user_id',
  'payer_name',
  'payer_email',
  'description',
  'currency',
  'total_cents',
  'credit_cents',
  'refunded_cents',
  'returned_cents',
  'credit_left_cents',
  'invoice_reason',
  'status_id',
  'payment_event',
  'bank',
  'payment_intent_id',
  'invoice_id',
  'reference_id',
  'closed_at',
] as const;

/** Inserts an order with its lines, copying the name and email address of the account. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<string> {
  const id = newId();
  const { rows } = await sql<{ sequence: number }>`select nextval('order_numbers') as sequence`.execute(tx);
  const items = order.lines.reduce((sum, line) => sum + line.amount, 0);
  const { shipping = 0, tax = 0, credit = 0 } = order;
  await tx
    .insertInto('orders')
    .columns([
      ...(['id', 'number', 'type', 'platform', 'user_id', 'payer_name', 'payer_email', 'description', 'items_cents'] as const),
      ...(['shipping_cents', 'tax_cents', 'credit_cents', 'total_cents', 'status_id', 'bank', 'invoice_id', 'payment_intent_id'] as const),
      ...(['reference_id', 'request_id', 'quantity', 'period_from', 'period_until', 'created_at', 'invoice_reason'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${formatOrderNumber(rows[0]?.sequence ?? 0)}::text`.as('number'),
          sql<string>`${order.type}::text`.as('type'),
          'users.platform',
          'users.id as user_id',
          'users.name as payer_name',
          'users.email as payer_email',
          sql<string>`${order.description}::text`.as('description'),
          sql<number>`${items}::integer`.as('items_cents'),
          sql<number>`${shipping}::integer`.as('shipping_cents'),
          sql<number>`${tax}::integer`.as('tax_cents'),
          sql<number>`${credit}::integer`.as('credit_cents'),
          sql<number>`${items + shipping + tax - credit}::integer`.as('total_cents'),
          sql<string>`(select id from order_statuses where event = 'ordercreated' order by position, id limit 1)`.as('status_id'),
          sql<string>`${order.bank}::text`.as('bank'),
          sql<string | null>`${order.invoiceId ?? null}::text`.as('invoice_id'),
          sql<string | null>`${order.intentId ?? null}::text`.as('payment_intent_id'),
          sql<string | null>`${order.referenceId ?? null}::uuid`.as('reference_id'),
          sql<string | null>`${order.requestId ?? null}::uuid`.as('request_id'),
          sql<number>`${order.quantity ?? 1}::integer`.as('quantity'),
          sql<Date | null>`${order.period?.from ?? null}::timestamptz`.as('period_from'),
          sql<Date | null>`${order.period?.until ?? null}::timestamptz`.as('period_until'),
          sql<Date>`coalesce(${order.createdAt ?? null}::timestamptz, now())`.as('created_at'),
          sql<string | null>`${order.invoiceReason ?? null}::text`.as('invoice_reason'),
        ])
        .where('users.id', '=', order.userId),
    )
    .execute();
  const lines = order.lines.map(({ name, quantity, amount }, position) => ({
    order_id: id,
    position,
    name,
    quantity,
    amount_cents: amount,
  }));
  if (lines.length > 0) await tx.insertInto('order_lines').values(lines).execute();
  return id;
}

export const lockOrder = (tx: Tx, id: string) =>
  tx.selectFrom('orders').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
export type OrderRow = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

export const lockOrderByInvoice = (tx: Tx, bank: BankName, invoiceId: string) =>
  tx.selectFrom('orders').select(COLUMNS).where('bank', '=', bank).where('invoice_id', '=', invoiceId).forUpdate().executeTakeFirst();

export const findOrder = (db: Db, id: string) => db.selectFrom('orders').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Finds an order by its id or by its number, in any case. */
export const findOrderByReference = (db: Db, reference: string) =>
  db
    .selectFrom('orders')
    .select(COLUMNS)
    .where((eb) => (/^v/i.test(reference) ? eb('number', '=', reference.toUpperCase()) : eb('id', '=', reference)))
    .executeTakeFirst();

export const findOrderByIntent = (db: Db, bank: BankName, intentId: string) =>
  db.selectFrom('orders').select(COLUMNS).where('bank', '=', bank).where('payment_intent_id', '=', intentId).executeTakeFirst();

/** Finds an account's newest order of this amount that awaits payment; subscriptions have their own calls. */
export const findUnpaidOrder = (db: Db, userId: string, totalCents: number) =>
  db
    .selectFrom('orders')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('type', '<>', 'subscription')
    .where('payment_event', '<>', 'paymentsuccess')
    .where('closed_at', 'is', null)
    .where('total_cents', '=', totalCents)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

interface PaymentChange {
  event: PaymentEvent;
  at: Date;
  intentId?: string | null;
  card?: { brand: string; last4: string } | null;
  creditLeft?: number | null;
}

/** Updates the payment state and records the previous one in the order's history. */
export async function updatePayment(tx: Tx, order: OrderRow, { event, at, intentId, card, creditLeft }: PaymentChange): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      payment_event: event,
      paid_at: event === 'paymentsuccess' ? sql<Date>`coalesce(paid_at, ${at})` : null,
      ...(intentId && { payment_intent_id: intentId }),
      ...(card && { card_brand: card.brand, card_last4: card.last4 }),
      ...(typeof creditLeft === 'number' && { credit_left_cents: creditLeft }),
    })
    .where('id', '=', order.id)
    .execute();
  if (event !== order.payment_event) await insertOrderChange(tx, order.id, 'payment', order.payment_event, event);
}

export const updateIntent = (tx: Tx, id: string, intentId: string) =>
  tx.updateTable('orders').set({ payment_intent_id: intentId }).where('id', '=', id).execute();

/** Stores the total amounts refunded to the card and to the credit, and adds an entry to the order's history. */
export async function updateRefunded(tx: Tx, order: OrderRow, { card, credit }: { card: number; credit: number }): Promise<void> {
  await tx.updateTable('orders').set({ refunded_cents: card, returned_cents: credit }).where('id', '=', order.id).execute();
  await insertOrderChange(tx, order.id, 'refund', String(order.refunded_cents + order.returned_cents), String(card + credit));
}

/** Adds an entry to the order's history. `changedBy` is null when the bank reported the change. */
export const insertOrderChange = (
  tx: Tx,
  orderId: string,
  what: 'order' | 'payment' | 'refund',
  before: string,
  after: string,
  changedBy: string | null = null,
) => tx.insertInto('order_changes').values({ id: newId(), order_id: orderId, what, before, after, changed_by: changedBy }).execute();

/**
 * Lists orders with their own payment, placed within a period and not known to be paid, newest first, so that orders that are never paid do not delay others.
 */
export const listUnresolvedOrders = (db: Db, bank: BankName, { after, before, limit }: { after: Date; before: Date; limit: number }) =>
  db
    .selectFrom('orders')
    .select(['id', 'payment_intent_id'])
    .where('payment_event', '<>', 'paymentsuccess')
    .where('bank', '=', bank)
    .where('type', '<>', 'subscription')
    .where('payment_intent_id', 'is not', null)
    .where('created_at', '>', after)
    .where('created_at', '<', before)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** Lists orders with their own payment that were unpaid before then, oldest first. */
export const listUnpaidOrdersBefore = (db: Db, bank: BankName, before: Date, limit: number) =>
  db
    .selectFrom('orders')
    .select(COLUMNS)
    .where('payment_event', '<>', 'paymentsuccess')
    .where('closed_at', 'is', null)
    .where('type', '<>', 'subscription')
    .where('bank', '=', bank)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();

export const closeOrder = (tx: Tx, id: string, at: Date) => tx.updateTable('orders').set({ closed_at: at }).where('id', '=', id).execute();

export interface ShippingAddress {
  street: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
}

/** Serializes the orders of an account, so that a repeated click finds the order of the first one. */
export const lockBuyer = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

export const findOrderByRequestId = (db: Db, userId: string, requestId: string) =>
  db.selectFrom('orders').select(['id', 'type']).where('user_id', '=', userId).where('request_id', '=', requestId).executeTakeFirst();

/** Counts an account's unpaid orders since then. */
export async function countUnpaid(db: Db, userId: string, since: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from orders
      where user_id = ${userId} and created_at > ${since} and payment_event <> 'paymentsuccess' limit ${limit}) as unpaid`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds an address of the account. Returns undefined when it belongs to another account. */
export const findOwnAddress = (db: Db, userId: string, id: string): Promise<ShippingAddress | undefined> =>
  db
    .selectFrom('addresses')
    .select(['street', 'city', 'state', 'zipcode', 'country'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Returns the account's saved address; undefined when it has none or several. */
export async function findOnlyAddress(db: Db, userId: string): Promise<ShippingAddress | undefined> {
  const found = await db
    .selectFrom('addresses')
    .select(['street', 'city', 'state', 'zipcode', 'country'])
    .where('user_id', '=', userId)
    .limit(2)
    .execute();
  return found.length === 1 ? found[0] : undefined;
}

export const insertOrderAddress = (tx: Tx, orderId: string, address: ShippingAddress, shippingCountry: 'US' | 'AL') =>
  tx
    .insertInto('order_addresses')
    .values({ order_id: orderId, shipping_country: shippingCountry, ...address })
    .execute();
