import { sql } from 'kysely';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { PEOPLE, type PersonName, PLAN_DAYS_AGO } from './household.ts';
import type { People, Person } from './people.ts';

const DAY_S = 86_400;
/** Numbers in this range are epoch seconds, in the documents of the test bank. */
const EPOCH_SECONDS = { min: 1.5e9, max: 3e9 };

/** Moves registrations and plans into the past with SQL, because the API has no call for it. Trials and limits change, so this comes last. */
export async function moveIntoPast(people: People): Promise<void> {
  for (const [name, days] of Object.entries(PLAN_DAYS_AGO)) await movePlanBack(people[name as PersonName], days);
  await withProductDatabase(people.admin.product, async (db) => {
    for (const [name, { registeredDaysAgo }] of Object.entries(PEOPLE)) {
      const createdAt = sql<Date>`now() - make_interval(days => ${registeredDaysAgo})`;
      await db
        .updateTable('users')
        .set({ created_at: createdAt })
        .where('id', '=', people[name as PersonName].userId)
        .execute();
    }
    // The console measured past days when they were still empty.
    await db.deleteFrom('daily_figures').execute();
  });
}

/** Moves a plan, its payment and the bank's record of both. */
async function movePlanBack(person: Person, days: number): Promise<void> {
  const back = sql`make_interval(days => ${days})`;
  const userId = person.userId;
  await withProductDatabase(person.product, async (db) => {
    await sql`update subscriptions set started_at = started_at - ${back}, period_start = period_start - ${back}, period_end = period_end - ${back}
      where user_id = ${userId}`.execute(db);
    await sql`update entitlements set ends_at = ends_at - ${back} where user_id = ${userId} and source = 'card'`.execute(db);
    await sql`update order_changes set changed_at = changed_at - ${back}
      where order_id in (select id from orders where user_id = ${userId} and type = 'subscription')`.execute(db);
    await sql`update orders set created_at = created_at - ${back}, paid_at = paid_at - ${back}, period_from = period_from - ${back},
      period_until = period_until - ${back} where user_id = ${userId} and type = 'subscription'`.execute(db);
    const customer = await db.selectFrom('bank_customers').select('customer_id').where('user_id', '=', userId).executeTakeFirstOrThrow();
    const account = db.selectFrom('test_bank_customers').select('state').where('id', '=', customer.customer_id);
    const { state } = await account.executeTakeFirstOrThrow();
    await sql`update test_bank_customers set state = ${JSON.stringify(moveTimesBack(state, days * DAY_S))}::jsonb, due_at = due_at - ${back}
      where id = ${customer.customer_id}`.execute(db);
  });
}

/** Moves all epoch seconds within a document. */
export function moveTimesBack(value: unknown, seconds: number): unknown {
  if (typeof value === 'number') return value > EPOCH_SECONDS.min && value < EPOCH_SECONDS.max ? value - seconds : value;
  if (Array.isArray(value)) return value.map((entry) => moveTimesBack(entry, seconds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, moveTimesBack(entry, seconds)]));
}
