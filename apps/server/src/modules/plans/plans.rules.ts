import type { PlanBody, SubscribeBody } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import type { PlanPriceRow } from './plans.read-model.ts';

type ExpectedSale = Pick<SubscribeBody, 'items' | 'planId' | 'amount'> & { priceId?: string };

/** Throws when the client's data differs from what is sold, because the plan changed or the client made it up. PLAN_CHANGED, AMOUNT_DIFFERS. */
export function assertOfferUnchanged(sale: PlanPriceRow, { items, planId, priceId, amount }: ExpectedSale): void {
  const [item] = items ?? [];
  if (planId !== undefined && planId !== sale.plan_id) throw new AppError('PLAN_CHANGED');
  if (priceId !== undefined && item && item.price !== priceId) throw new AppError('PLAN_CHANGED');
  const { devices, storage, user, users, platform } = item?.metadata ?? {};
  const beliefs: [string | number | undefined, number][] = [
    [devices, sale.devices],
    [storage, sale.storage_bytes],
    [user, sale.users],
    [users, sale.users],
  ];
  if (beliefs.some(([believed, sold]) => believed !== undefined && Number(believed) !== sold)) throw new AppError('PLAN_CHANGED');
  if (platform !== undefined && platform !== sale.platform) throw new AppError('PLAN_CHANGED');
  if (amount !== undefined && amount !== sale.amount_cents) throw new AppError('AMOUNT_DIFFERS');
}

const formatDeviceFeature = (devices: number) => `${devices} display ${devices === 1 ? 'device' : 'devices'}`;

/** Replaces the number in the feature that promises devices, such as "Up to 5 display devices". Other features stay as they are. */
export function replaceDeviceFeature(features: PlanBody['features'], before: number, after: number): PlanBody['features'] {
  const old = formatDeviceFeature(before);
  return features.map((feature) =>
    [old, `Up to ${old}`].includes(feature.text) ? { ...feature, text: feature.text.replace(old, formatDeviceFeature(after)) } : feature,
  );
}
