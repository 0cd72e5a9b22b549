import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';

const selectPeople = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(({ eb }) => eb('second_factors.confirmed_at', 'is not', null).$castTo<boolean>().as('has_second_factor'))
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.is_super_admin',
      'users.disabled_at',
      'users.verified_at',
      'users.show_menu',
      'users.platform',
      'users.picture_file_id',
      'users.gender',
      sql<string | null>`to_char(users.date_of_birth, 'YYYY-MM-DD')`.as('date_of_birth'),
      'users.created_at',
      'users.updated_at',
      'users.phone_no',
    ]);

/** Lists these accounts in undefined order. */
export const listPeople = (db: Db, ids: string[]) =>
  selectPeople(db)
    .where('users.id', '=', sql<string>`any(${toUuidArray(ids)})`)
    .execute();
export type PersonRecord = Awaited<ReturnType<typeof listPeople>>[number];

export const findPerson = (db: Db, id: string) => selectPeople(db).where('users.id', '=', id).executeTakeFirst();

const selectSubscriptions = (db: Db) =>
  db
    .selectFrom('subscriptions as held')
    .leftJoin('plan_prices', 'plan_prices.id', 'held.price_id')
    .leftJoin('plans', 'plans.id', 'plan_prices.plan_id')
    .leftJoin('plan_prices as extra_prices', 'extra_prices.id', 'held.extra_price_id')
    .select([
      'held.id',
      'held.user_id',
      'held.plan_name',
      'held.source',
      'held.state',
      'held.period_end',
      'held.ended_at',
      'held.extra_screens',
      'extra_prices.extra_screen_cents',
      'plan_prices.storage_bytes',
      'plan_prices.devices',
      'plan_prices.interval',
      'plan_prices.amount_cents',
      'plans.plan_type',
    ]);
export type PlanRow = Awaited<ReturnType<ReturnType<typeof selectSubscriptions>['execute']>>[number];

/** Lists the subscription to show for each account: running before ended ones, card before grant, newest first, none that was never paid. */
export const listNewestSubscriptions = (db: Db, userIds: string[]): Promise<PlanRow[]> =>
  selectSubscriptions(db)
    .distinctOn('held.user_id')
    .where('held.user_id', '=', sql<string>`any(${toUuidArray(userIds)})`)
    .where(sql<boolean>`not (state = 'expired' and source = 'card' and period_end <= started_at)`)
    .orderBy('held.user_id')
    .orderBy(sql`ended_at is not null`)
    .orderBy(sql`state = 'incomplete'`)
    .orderBy('source')
    .orderBy('started_at', 'desc')
    .orderBy('held.id', 'desc')
    .execute();

/** Lists running subscriptions: at most one by card and one grant for each account. */
export const listRunningSubscriptions = (db: Db, userIds: string[]): Promise<PlanRow[]> =>
  selectSubscriptions(db)
    .where('held.user_id', '=', sql<string>`any(${toUuidArray(userIds)})`)
    .where('held.ended_at', 'is', null)
    .where('held.state', '<>', 'incomplete')
    .execute();
