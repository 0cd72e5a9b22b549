import type { Address } from '@vitrine/contract/profile';

export type Region = 'US' | 'AL';

const FAR_STATES = new Set(['ak', 'alaska', 'hi', 'hawaii']);

/** Where a parcel to it goes, which decides what that costs; null where none is sent. */
export function regionOf({ country, state }: Pick<Address, 'country' | 'state'>): Region | null {
  if (country !== 'US') return null;
  return FAR_STATES.has(state.trim().toLowerCase()) ? 'AL' : 'US';
}
