import type { Address } from '@vitrine/contract/profile';

export type ShippingRegion = 'US' | 'AL';

const FAR_STATES = new Set(['ak', 'alaska', 'hi', 'hawaii']);

/** Where a parcel to it goes, which decides what that costs; null where none is sent. */
export function getShippingRegion({ country, state }: Pick<Address, 'country' | 'state'>): ShippingRegion | null {
  if (country !== 'US') return null;
  return FAR_STATES.has(state.trim().toLowerCase()) ? 'AL' : 'US';
}
