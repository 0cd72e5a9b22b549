import type { PlanEnd } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { PaidOrder } from './refundable.rules.ts';

export interface NewRefund {
  id: string;
  order_id: string;
  requested_by: string;
  /** Amount refunded to the card. */
  amount_cents: number;
  /** Amount returned to the customer's credit. */
  credit_cents: number;
  reason: string;
  plan_end: PlanEnd;
}

export const insertRefund = (tx: Tx, refund: NewRefund) => tx.insertInto('order_refunds').values(refund).execute();

export const findRefund = (db: Db, id: string) =>
  db
    .selectFrom('order_refunds')
    .select(['id', 'order_id', 'amount_cents', 'credit_cents', 'plan_end', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Returns false when the refund was no longer open. */
export async function closeRefund(tx: Tx, id: string, state: 'done' | 'refused'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('order_refunds')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const paidOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .select(({ selectFrom }) => [
      'id',
      'total_cents',
      'credit_cents',
      'refunded_cents',
      'returned_cents',
      'period_until',
      selectFrom('order_refunds')
        .select(sql<number>`coalesce(sum(amount_cents + credit_cents), 0)::integer`.as('requested'))
        .whereRef('order_refunds.order_id', '=', 'orders.id')
        .where('state', '=', 'requested')
        .$castTo<{ requested: number }>()
        .as('requested_cents'),
    ])
    .where('payment_event', '=', 'paymentsuccess')
    .$castTo<PaidOrder>();

/** Lists the paid orders of a subscription, oldest first. */
export const listPaidOrders = (db: Db, subscriptionId: string): Promise<PaidOrder[]> =>
  paidOrders(db).where('reference_id', '=', subscriptionId).orderBy('id').execute();

export const findPaidOrder = (db: Db, id: string): Promise<PaidOrder[]> => paidOrders(db).where('id', '=', id).execute();

/** Locks the paid orders of a subscription in id order, so that refunds and changes of plan run one after the other. */
export const lockPaidOrders = (tx: Tx, subscriptionId: string) =>
  tx
    .selectFrom('orders')
    .select('id')
    .where('reference_id', '=', subscriptionId)
    .where('payment_event', '=', 'paymentsuccess')
    .orderBy('id')
    .forUpdate()
    .execute();
