import type { NewLine } from './orders.store.ts';

/** Dollars of the wire as whole cents: 19.99 is 1998.9999999999998 hundredths. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);
export const dollarsOf = (cents: number): number => cents / 100;

interface Reckoned {
  lines: readonly Pick<NewLine, 'amount'>[];
  shipping: number;
  tax: number;
}

export const totalOf = ({ lines, shipping, tax }: Reckoned): number => lines.reduce((sum, { amount }) => sum + amount, 0) + shipping + tax;

const FAR_STATES = new Set(['ak', 'alaska', 'hi', 'hawaii']);

/** Parcels go to the United States alone; Alaska and Hawaii cost more, so that an address says which it is. */
export function isSentAs(shippingCountry: 'US' | 'AL', { country, state }: { country: string; state: string }): boolean {
  return country === 'US' && FAR_STATES.has(state.trim().toLowerCase()) === (shippingCountry === 'AL');
}
