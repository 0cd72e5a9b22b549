import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

/** Held until the transaction ends, so that two who edit it come one after the other. */
export const lockPlan = (tx: Tx, id: string) =>
  tx.selectFrom('plans').selectAll().where('id', '=', id).where('retired_at', 'is', null).forUpdate().executeTakeFirst();

export const isPlanNameTaken = async (db: Db, platform: string, name: string, but: string): Promise<boolean> =>
  (await db
    .selectFrom('plans')
    .select('id')
    .where('platform', '=', platform)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('retired_at', 'is', null)
    .where('id', '<>', but)
    .executeTakeFirst()) !== undefined;

export interface PlanValues {
  name: string;
  description: string;
  trial_days: number;
  features: string;
}

export const updatePlan = (tx: Tx, id: string, values: PlanValues) =>
  tx
    .updateTable('plans')
    .set({ ...values, updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .execute();

export const findPriceForSale = (db: Db, planId: string, interval: string) =>
  db
    .selectFrom('plan_prices')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('interval', '=', interval)
    .where('retired_at', 'is', null)
    .executeTakeFirst();

/** Replaces the prices of a plan, or that of one interval, for new subscribers; existing ones keep the old terms. */
export async function replacePrices(
  tx: Tx,
  planId: string,
  terms: { amount_cents?: number; extra_screen_cents?: number | null; devices?: number },
  interval?: string,
): Promise<void> {
  const replaced = await tx
    .updateTable('plan_prices')
    .set({ retired_at: sql`now()` })
    .where('plan_id', '=', planId)
    .where('retired_at', 'is', null)
    .$if(interval !== undefined, (prices) => prices.where('interval', '=', interval ?? ''))
    .returningAll()
    .execute();
  const prices = replaced.map(({ created_at: _created, ...old }) => ({ ...old, ...terms, id: newId(), retired_at: null }));
  if (prices.length > 0) await tx.insertInto('plan_prices').values(prices).execute();
}
