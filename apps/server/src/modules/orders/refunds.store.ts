import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface NewRefund {
  id: string;
  order_id: string;
  requested_by: string;
  amount_cents: number;
}

export const insertRefund = (tx: Tx, refund: NewRefund) => tx.insertInto('order_refunds').values(refund).execute();

export const findRefund = (db: Db, id: string) =>
  db.selectFrom('order_refunds').select(['id', 'order_id', 'amount_cents', 'state']).where('id', '=', id).executeTakeFirst();

/** Asked of the bank, which has not answered. */
export async function sumRequested(db: Db, orderId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('order_refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('sum'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow();
  return sum;
}

export const updateRefund = (tx: Tx, id: string, state: 'done' | 'refused') =>
  tx.updateTable('order_refunds').set({ state }).where('id', '=', id).execute();
