import type { Address } from '@vitrine/contract/profile';

export type ShippingRegion = 'US' | 'AL';

const FAR_STATES = new Set(['ak', 'alaska', 'hi', 'hawaii']);

/** Returns the shipping region of an address, which decides the rate; null when it cannot be shipped to. */
export function getShippingRegion({ country, state }: Pick<Address, 'country' | 'state'>): ShippingRegion | null {
  if (country !== 'US') return null;
  return FAR_STATES.has(state.trim().toLowerCase()) ? 'AL' : 'US';
}
