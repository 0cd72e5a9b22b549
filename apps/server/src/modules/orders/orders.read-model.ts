import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';

const selectOrderRows = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.type',
      'orders.platform',
      'orders.description',
      'orders.quantity',
      'orders.items_cents',
      'orders.shipping_cents',
      'orders.tax_cents',
      'orders.credit_cents',
      'orders.total_cents',
      'orders.refunded_cents',
      'orders.returned_cents',
      'orders.payer_name',
      'orders.payer_email',
      'orders.status_id',
      'orders.payment_event',
      'orders.created_at',
      'orders.paid_at',
      'orders.payment_intent_id',
      'orders.invoice_id',
      'users.id as user_id',
      'users.name as user_name',
      'users.email as user_email',
      'users.phone_no as user_phone',
    ]);

/** The lines of a list for these orders, newest first. */
export const listOrderRows = (db: Db, ids: string[]) =>
  selectOrderRows(db)
    .where('orders.id', '=', sql<string>`any(${toUuidArray(ids)})`)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute();
export type OrderListRow = Awaited<ReturnType<typeof listOrderRows>>[number];

export const findOrderDetails = (db: Db, id: string) =>
  selectOrderRows(db)
    .leftJoin('order_addresses as address', 'address.order_id', 'orders.id')
    .select([
      'orders.bank',
      'orders.reference_id',
      'orders.card_brand',
      'orders.card_last4',
      'orders.period_from',
      'orders.period_until',
      'address.street',
      'address.city',
      'address.state',
      'address.zipcode',
      'address.country',
      'address.shipping_country',
      'address.tracking_number',
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst();
export type OrderDetailsRow = NonNullable<Awaited<ReturnType<typeof findOrderDetails>>>;

/** Lists the changes to an order, oldest first. */
export const listOrderChanges = (db: Db, orderId: string) =>
  db
    .selectFrom('order_changes')
    .leftJoin('users', 'users.id', 'order_changes.changed_by')
    .select(['order_changes.what', 'order_changes.before', 'order_changes.after', 'order_changes.changed_at', 'users.name as changed_by'])
    .where('order_id', '=', orderId)
    .orderBy('order_changes.id')
    .execute();
export type ChangeRow = Awaited<ReturnType<typeof listOrderChanges>>[number];

/** All statuses of orders and payments; there are a dozen. */
export const listStatuses = (db: Db) =>
  db
    .selectFrom('order_statuses')
    .select(['id', 'type', 'name', 'color', 'event', 'description', 'notifies'])
    .orderBy('type')
    .orderBy('event')
    .orderBy('position')
    .orderBy('id')
    .execute();
export type StatusRow = Awaited<ReturnType<typeof listStatuses>>[number];

interface OwnOrdersPart {
  orderType?: string | undefined;
  platform?: string | undefined;
  after?: string | undefined;
  dataPerPage: number;
}

/** Lists an account's own orders, newest first; ids grow with time. */
export async function listOwnOrderIds(
  db: Db,
  userId: string,
  { orderType, platform, after, dataPerPage }: OwnOrdersPart,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .$if(orderType !== undefined, (query) => query.where('type', '=', orderType ?? ''))
    .$if(platform !== undefined, (query) => query.where('platform', '=', platform ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(dataPerPage)
    .execute();
  return rows.map(({ id }) => id);
}
