import type { Database, Db } from '../../platform/database/database.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { findCurrentPrice, findPrice, type PlanPriceRow } from '../plans/index.ts';
import { type ExtraScreens, selectExtraScreenSale } from './extra-screens.rules.ts';
import type { SubscriptionRow } from './subscriptions.store.ts';

/** Why an account can't buy extra screens. */
export type ExtraScreensObstacle = 'notSold' | 'notByCard' | 'notActive' | 'setByAdministrator';

export interface ExtraScreensOffer {
  /** The row with the price of the next extra screen. Undefined when the plan has no extra screens. */
  sale: PlanPriceRow | undefined;
  /** Undefined when the payer can buy extra screens now. */
  obstacle: ExtraScreensObstacle | undefined;
}

/** Finds at which price a subscription has extra screens, and whether its payer can buy some. */
export function createExtraScreenOffers({ db, entitlements }: { db: Database; entitlements: EntitlementsService }) {
  const findSale = async (row: SubscriptionRow): Promise<PlanPriceRow | undefined> => {
    const find = async (id: string | null) => (id === null ? undefined : await findPrice(db, id));
    const [sold, own] = [row.extra_screens > 0 ? await find(row.extra_price_id) : undefined, await find(row.price_id)];
    const current = own && (await findCurrentPrice(db, own.plan_id, own.interval));
    return selectExtraScreenSale({ sold, own, current });
  };

  const findObstacle = async (row: SubscriptionRow, sale: PlanPriceRow | undefined): Promise<ExtraScreensObstacle | undefined> => {
    if (row.source !== 'card') return 'notByCard';
    if (!sale) return 'notSold';
    if (row.state !== 'active') return 'notActive';
    // An administrator's number replaces the extra screens, so the user would pay for nothing.
    return (await entitlements.getDeviceAllowance(db, row.user_id)).allowance === null ? undefined : 'setByAdministrator';
  };

  return {
    /** Returns the extra screens that a subscription pays for. */
    async findCurrent(reader: Db, row: SubscriptionRow): Promise<ExtraScreens | null> {
      if (row.extra_screens === 0 || row.extra_price_id === null) return null;
      const sale = await findPrice(reader, row.extra_price_id);
      return sale ? { sale, quantity: row.extra_screens } : null;
    },

    async find(row: SubscriptionRow): Promise<ExtraScreensOffer> {
      const sale = await findSale(row);
      return { sale, obstacle: await findObstacle(row, sale) };
    },
  };
}

export type ExtraScreenOffers = ReturnType<typeof createExtraScreenOffers>;
