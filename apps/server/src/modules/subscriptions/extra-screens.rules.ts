import type { PlanPriceRow } from '../plans/index.ts';
import type { SoldExtraScreens, SubscriptionRecord } from './subscription-state.rules.ts';

/** Extra screens to charge: the price row that has their price, and their number. */
export interface ExtraScreens {
  sale: PlanPriceRow;
  /** At least 1. */
  quantity: number;
}

/** Largest amount that the bank charges for one period, in cents. Source: Stripe. */
const MAX_CHARGE_CENTS = 99_999_999;

/** Returns the amount of a whole period, in cents. */
export const getPeriodAmount = (sale: PlanPriceRow, extraScreens: ExtraScreens | null): number =>
  sale.amount_cents + (extraScreens ? extraScreens.quantity * (extraScreens.sale.extra_screen_cents ?? 0) : 0);

export const isChargeable = (sale: PlanPriceRow, extraScreens: ExtraScreens | null): boolean =>
  getPeriodAmount(sale, extraScreens) <= MAX_CHARGE_CENTS;

/** Price rows that may have a price for extra screens of a subscription. */
interface ExtraScreenPrices {
  /** The row with which the subscription's extra screens were sold. */
  sold: PlanPriceRow | undefined;
  /** The row of the subscription's plan. */
  own: PlanPriceRow | undefined;
  /** The row with which the same plan and interval are sold now. */
  current: PlanPriceRow | undefined;
}

/**
 * Returns the row that has the price of the next extra screen. Terms that were sold stay: first the price of the existing extra screens, then the price of
 * the own plan. A plan that was sold before it had extra screens has those of today.
 */
export const selectExtraScreenSale = ({ sold, own, current }: ExtraScreenPrices): PlanPriceRow | undefined =>
  [sold, own, current].find((row) => row !== undefined && row.extra_screen_cents !== null);

/** A smaller number of extra screens that limits an account while the bank removes the others. */
interface ExtraScreensCap {
  extra_screens_cap: number | null;
  extra_screens_cap_until: Date | null;
}

/** Returns the extra screens that an account may use: those that the bank bills, or fewer while some are being removed. */
export function getUsableExtraScreens(
  { extraScreens }: Pick<SubscriptionRecord, 'extraScreens'>,
  { extra_screens_cap: cap, extra_screens_cap_until: until }: ExtraScreensCap,
  now: Date,
): number {
  const billed = extraScreens?.quantity ?? 0;
  return cap !== null && until !== null && until > now ? Math.min(billed, cap) : billed;
}

export const isSameExtraScreens = (one: SoldExtraScreens | null, other: SoldExtraScreens | null): boolean =>
  one?.priceId === other?.priceId && one?.quantity === other?.quantity;
