import { type EditablePlan, interval, isNameFixed, type Plan, plan, planType } from '@vitrine/contract';
import type { PlanPriceRow } from './plans.read-model.ts';

const { features } = plan.shape;

/** Plans with all their prices; rows of one plan follow each other. */
export function presentPlans(rows: PlanPriceRow[]): Plan[] {
  return [...Map.groupBy(rows, (row) => row.plan_id).values()].flatMap((prices) => {
    const [first] = prices;
    if (!first) return [];
    return {
      _id: first.plan_id,
      planName: first.name,
      planType: planType.parse(first.plan_type),
      description: first.description,
      features: features.parse(first.features),
      device: first.devices,
      users: first.users,
      planStorage: first.storage_bytes,
      playlists: first.playlists,
      albums: first.albums,
      sharingGroups: first.sharing_groups,
      trialDays: first.trial_days,
      plans: prices.map((price) => ({
        priceId: price.price_id,
        interval: interval.parse(price.interval),
        amount: price.amount_cents,
        extraScreenAmount: price.extra_screen_cents,
        currency: 'usd' as const,
      })),
    };
  });
}

/** Returns plans with the prices that can be bought. Free has none: accounts have it without a purchase. */
export const presentPlansForSale = (rows: PlanPriceRow[]): Plan[] =>
  presentPlans(rows).map((shown) => ({ ...shown, plans: shown.plans.filter(({ amount }) => amount > 0) }));

/** Returns the plans for their editors. */
export const presentPlansForEditing = (rows: PlanPriceRow[]): EditablePlan[] =>
  presentPlans(rows).flatMap((shown) => {
    const row = rows.find(({ plan_id }) => plan_id === shown._id);
    if (!row) return [];
    const isFree = shown.plans.every(({ amount }) => amount === 0);
    const platform = row.platform === 'WV' ? 'WV' : 'PP';
    return { ...shown, platform, updatedAt: row.updated_at.toISOString(), isNameFixed: isNameFixed(row.name), isFree };
  });
