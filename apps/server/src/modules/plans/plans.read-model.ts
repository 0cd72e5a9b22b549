import type { Db } from '../../platform/database/database.ts';

const selectPricesWithPlan = (db: Db) =>
  db
    .selectFrom('plan_prices')
    .innerJoin('plans', 'plans.id', 'plan_prices.plan_id')
    .select([
      'plan_prices.id as price_id',
      'plan_prices.interval',
      'plan_prices.amount_cents',
      'plan_prices.currency',
      'plan_prices.devices',
      'plan_prices.extra_screen_cents',
      'plan_prices.users',
      'plan_prices.storage_bytes',
      'plan_prices.playlists',
      'plan_prices.albums',
      'plan_prices.sharing_groups',
      'plans.id as plan_id',
      'plans.platform',
      'plans.plan_type',
      'plans.name',
      'plans.description',
      'plans.features',
      'plans.trial_days',
      'plans.updated_at',
    ]);

/** A price with its plan: what can be bought, or once could. */
export type PlanPriceRow = Awaited<ReturnType<ReturnType<typeof selectPricesWithPlan>['execute']>>[number];

/** In the order in which plans are shown, yearly prices first. */
export const listPricesForSale = (db: Db, platform: 'PP' | 'WV') =>
  selectPricesWithPlan(db)
    .where('plans.platform', '=', platform)
    .where('plans.retired_at', 'is', null)
    .where('plan_prices.retired_at', 'is', null)
    .orderBy('plans.position')
    .orderBy('plans.id')
    .orderBy('plan_prices.interval', 'desc')
    .execute();

/** Lists the plans of both platforms. */
export const listAllPricesForSale = (db: Db) =>
  selectPricesWithPlan(db)
    .where('plans.retired_at', 'is', null)
    .where('plan_prices.retired_at', 'is', null)
    .orderBy('plans.platform')
    .orderBy('plans.position')
    .orderBy('plans.id')
    .orderBy('plan_prices.interval', 'desc')
    .execute();

/** A price that is for sale to people of a platform and costs something. */
export const findPurchasablePrice = (db: Db, priceId: string, userId: string) =>
  selectPricesWithPlan(db)
    .innerJoin('users', 'users.platform', 'plans.platform')
    .where('users.id', '=', userId)
    .where('plan_prices.id', '=', priceId)
    .where('plans.retired_at', 'is', null)
    .where('plan_prices.retired_at', 'is', null)
    .where('plan_prices.amount_cents', '>', 0)
    .executeTakeFirst();

/** Finds a price whether or not it is still sold. */
export const findPrice = (db: Db, priceId: string) => selectPricesWithPlan(db).where('plan_prices.id', '=', priceId).executeTakeFirst();

/** Finds the price at which a plan is sold for an interval now. */
export const findCurrentPrice = (db: Db, planId: string, interval: string) =>
  selectPricesWithPlan(db)
    .where('plan_prices.plan_id', '=', planId)
    .where('plan_prices.interval', '=', interval)
    .where('plans.retired_at', 'is', null)
    .where('plan_prices.retired_at', 'is', null)
    .executeTakeFirst();

/** The plan of this name on the platform of a person, at its monthly price or whichever it has. */
export const findPlanByName = (db: Db, userId: string, name: string) =>
  selectPricesWithPlan(db)
    .innerJoin('users', 'users.platform', 'plans.platform')
    .where('users.id', '=', userId)
    .where('plans.name', '=', name)
    .where('plans.retired_at', 'is', null)
    .where('plan_prices.retired_at', 'is', null)
    .orderBy('plan_prices.interval')
    .limit(1)
    .executeTakeFirst();
