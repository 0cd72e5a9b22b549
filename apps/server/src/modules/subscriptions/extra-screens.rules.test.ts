import { describe, expect, it } from 'vitest';
import type { PlanPriceRow } from '../plans/index.ts';
import { getPeriodAmount, getUsableExtraScreens, isChargeable, selectExtraScreenSale } from './extra-screens.rules.ts';

const aSale = (extra_screen_cents: number | null, amount_cents = 29_900) => ({ amount_cents, extra_screen_cents }) as PlanPriceRow;
const now = new Date('2027-01-01T00:00:00Z');
const later = new Date('2027-01-01T00:02:00Z');

describe('the price of extra screens', () => {
  const [sold, own, current] = [aSale(2_000), aSale(2_500), aSale(3_000)];

  it('is the one that was sold, then the one of the own plan, then the one of today', () => {
    expect(selectExtraScreenSale({ sold, own, current })).toBe(sold);
    expect(selectExtraScreenSale({ sold: undefined, own, current })).toBe(own);
    expect(selectExtraScreenSale({ sold: undefined, own: aSale(null), current })).toBe(current);
    expect(selectExtraScreenSale({ sold: undefined, own: aSale(null), current: aSale(null) })).toBeUndefined();
    expect(selectExtraScreenSale({ sold: undefined, own: undefined, current: undefined })).toBeUndefined();
  });

  it('is charged for each of them in addition to the plan, up to the largest charge', () => {
    expect(getPeriodAmount(own, null)).toBe(29_900);
    expect(getPeriodAmount(own, { sale: sold, quantity: 3 })).toBe(35_900);
    expect(isChargeable(own, { sale: aSale(9_999), quantity: 9_998 })).toBe(true);
    expect(isChargeable(own, { sale: aSale(10_000), quantity: 10_000 })).toBe(false);
  });
});

describe('the extra screens that an account may use', () => {
  const record = { extraScreens: { priceId: 'p', quantity: 5 } };
  const noCap = { extra_screens_cap: null, extra_screens_cap_until: null };

  it('are those that the bank bills', () => {
    expect(getUsableExtraScreens(record, noCap, now)).toBe(5);
    expect(getUsableExtraScreens({ extraScreens: null }, noCap, now)).toBe(0);
  });

  it('are fewer while the bank removes some, for two minutes at most', () => {
    expect(getUsableExtraScreens(record, { extra_screens_cap: 2, extra_screens_cap_until: later }, now)).toBe(2);
    expect(getUsableExtraScreens(record, { extra_screens_cap: 9, extra_screens_cap_until: later }, now)).toBe(5);
    expect(getUsableExtraScreens(record, { extra_screens_cap: 2, extra_screens_cap_until: now }, now)).toBe(5);
  });
});
