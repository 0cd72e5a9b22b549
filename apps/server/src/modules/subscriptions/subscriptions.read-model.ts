import type { BankName } from '../../platform/cards/cards.ts';
import type { Db } from '../../platform/database/database.ts';

export const findPayer = (db: Db, userId: string) =>
  db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();

export const findOrderIdByPaymentIntent = async (db: Db, bank: BankName, intentId: string): Promise<string | undefined> =>
  (await db.selectFrom('orders').select('id').where('bank', '=', bank).where('payment_intent_id', '=', intentId).executeTakeFirst())?.id;

interface StaleSubscriptionsQuery {
  startedBefore: Date;
  checkedBefore: Date;
  now: Date;
  limit: number;
}

/** Lists card subscriptions about which an event is overdue: started and unpaid, past their period, with an open payment, or with a change of unknown result. */
export async function listStaleSubscriptions(
  db: Db,
  bank: string,
  { startedBefore, checkedBefore, now, limit }: StaleSubscriptionsQuery,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('ended_at', 'is', null)
    .where('source', '=', 'card')
    .where('bank', '=', bank)
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', 'incomplete'), eb('checked_at', '<', startedBefore)]),
        and([eb('extra_screens_cap_until', '<', now), eb('checked_at', '<', eb.ref('extra_screens_cap_until'))]),
        and([
          eb('checked_at', '<', checkedBefore),
          or([eb('period_end', '<', now), eb('open_intent_id', 'is not', null), eb('state', '=', 'pastDue')]),
        ]),
      ]),
    )
    .orderBy('checked_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listCancellable(db: Db, bank: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('bank_id')
    .where('user_id', '=', userId)
    .where('bank', '=', bank)
    .where('ended_at', 'is', null)
    .execute();
  return rows.flatMap(({ bank_id }) => bank_id ?? []);
}
