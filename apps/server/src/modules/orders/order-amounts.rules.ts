import type { NewLine } from './orders.store.ts';

/** Dollars of the wire as whole cents: 19.99 is 1998.9999999999998 hundredths. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);
export const toDollars = (cents: number): number => cents / 100;

interface OrderAmounts {
  lines: readonly Pick<NewLine, 'amount'>[];
  shipping: number;
  tax: number;
}

export const getTotal = ({ lines, shipping, tax }: OrderAmounts): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0) + shipping + tax;

const ALASKA_AND_HAWAII = new Set(['ak', 'alaska', 'hi', 'hawaii']);

/** Parcels are sent to the United States only. Alaska and Hawaii cost more, so the address must match the choice. */
export function isShippedToRegion(shippingCountry: 'US' | 'AL', { country, state }: { country: string; state: string }): boolean {
  return country === 'US' && ALASKA_AND_HAWAII.has(state.trim().toLowerCase()) === (shippingCountry === 'AL');
}
