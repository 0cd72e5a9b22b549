import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface ShippingAddress {
  street: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
}

/** One person orders one thing at a time, so that two clicks find each other. */
export const lockBuyer = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

export const findOrderByRequestId = (db: Db, userId: string, requestId: string) =>
  db.selectFrom('orders').select(['id', 'type']).where('user_id', '=', userId).where('request_id', '=', requestId).executeTakeFirst();

/** Orders of somebody since then that nobody has paid. */
export async function countUnpaid(db: Db, userId: string, since: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from orders
      where user_id = ${userId} and created_at > ${since} and payment_event <> 'paymentsuccess' limit ${limit}) as unpaid`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Undefined when it is another's. */
export const findOwnAddress = (db: Db, userId: string, id: string): Promise<ShippingAddress | undefined> =>
  db
    .selectFrom('addresses')
    .select(['street', 'city', 'state', 'zipcode', 'country'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const insertOrderAddress = (tx: Tx, orderId: string, address: ShippingAddress, shippingCountry: 'US' | 'AL') =>
  tx
    .insertInto('order_addresses')
    .values({ order_id: orderId, shipping_country: shippingCountry, ...address })
    .execute();
