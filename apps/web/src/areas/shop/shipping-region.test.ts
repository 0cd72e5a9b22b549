import { expect, it } from 'vitest';
import { getShippingRegion } from './shipping-region.ts';

it.each([
  [{ country: 'US', state: 'Oregon' }, 'US'],
  [{ country: 'US', state: 'Alabama' }, 'US'],
  [{ country: 'US', state: ' Hawaii ' }, 'AL'],
  [{ country: 'US', state: 'ak' }, 'AL'],
  [{ country: 'Ind', state: 'Kerala' }, null],
] as const)('a parcel to %o goes to %s', (address, region) => {
  expect(getShippingRegion(address)).toBe(region);
});
