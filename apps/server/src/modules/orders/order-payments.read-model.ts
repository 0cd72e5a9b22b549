import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

const selectPayments = (db: Db, userId: string) =>
  db
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'type',
      'description',
      'total_cents',
      'refunded_cents',
      'returned_cents',
      'credit_cents',
      'invoice_reason',
      'payment_event',
      'card_brand',
      'card_last4',
      'created_at',
      'paid_at',
    ])
    .where('user_id', '=', userId);

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number];

/** Lists an account's payments, newest first. Ids grow with time. */
export const listPayments = (db: Db, userId: string, { before, limit }: { before: string | undefined; limit: number }) =>
  selectPayments(db, userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function findReceipt(db: Db, userId: string, id: string) {
  const order = await selectPayments(db, userId)
    .select(['payer_name', 'payer_email', 'shipping_cents', 'tax_cents', 'credit_left_cents', 'period_from', 'period_until', 'bank'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) return undefined;
  const lines = await db
    .selectFrom('order_lines')
    .select(['name', 'quantity', 'amount_cents'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  return { ...order, lines };
}
export type ReceiptRow = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** For the export of a person's data. */
export async function listOrdersExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('number', number, 'what', description, 'cents', total_cents, 'payment', payment_event, 'at', created_at,
      'sentTo', concat_ws(', ', street, city, state, zipcode, country))
      order by id), '[]') as orders
    from orders left join order_addresses on order_addresses.order_id = orders.id where user_id = ${userId}`.execute(db);
  return rows[0] ?? {};
}

/** The orders of a subscription that are paid, by their invoice. */
export async function listPaidInvoices(db: Db, subscriptionId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'invoice_id'])
    .where('reference_id', '=', subscriptionId)
    .where('payment_event', '=', 'paymentsuccess')
    .execute();
  return new Map(rows.map(({ id, invoice_id }) => [invoice_id ?? '', id]));
}
