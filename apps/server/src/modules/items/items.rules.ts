/** Whole cents of what products cost. Nothing here touches anything. */
import type { CreateOrder } from '@vitrine/contract';

export type ShippingRegion = CreateOrder['shippingCountry'];

/** Properties of a product that a line's price depends on. */
export interface PricedProduct {
  price_cents: number;
  weight_grams: number;
  is_taxed: boolean;
  tax_basis_points: number;
}

export interface LineAmounts {
  amount: number;
  tax: number;
}

export interface BasketAmounts<Line> {
  lines: Line[];
  items: number;
  shipping: number;
  tax: number;
  total: number;
}

/** Largest total: the most that the bank accepts at once, a million dollars. */
export const TOTAL_MAX_CENTS = 100_000_000;

const BASIS_POINTS = 10_000;

/** A line's sales tax, rounded half up to whole cents. */
export const getSalesTax = (
  amountCents: number,
  { is_taxed, tax_basis_points }: Pick<PricedProduct, 'is_taxed' | 'tax_basis_points'>,
): number => (is_taxed ? Math.floor((amountCents * tax_basis_points + BASIS_POINTS / 2) / BASIS_POINTS) : 0);

/** Shipping rates in cents up to a weight in grams; Alaska and Hawaii (AL) are reached by air. */
const SHIPPING_RATES = [
  { grams: 500, US: 595, AL: 1195 },
  { grams: 2_000, US: 995, AL: 2195 },
  { grams: 10_000, US: 1995, AL: 4495 },
] as const;
/** Heavier orders are split into parcels of ten kilograms. */
const LARGEST_PARCEL = SHIPPING_RATES[2];

/** One parcel up to ten kilograms, then another for each ten begun. */
export function getShippingCost(grams: number, region: ShippingRegion): number {
  const step = SHIPPING_RATES.find((each) => grams <= each.grams);
  return step ? step[region] : Math.ceil(grams / LARGEST_PARCEL.grams) * LARGEST_PARCEL[region];
}

export function computeAmounts<P extends PricedProduct>(
  sold: readonly { product: P; quantity: number }[],
  region: ShippingRegion,
): BasketAmounts<LineAmounts & { product: P; quantity: number }> {
  const lines = sold.map(({ product, quantity }) => {
    const amount = product.price_cents * quantity;
    return { product, quantity, amount, tax: getSalesTax(amount, product) };
  });
  const items = lines.reduce((sum, { amount }) => sum + amount, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  const grams = lines.reduce((sum, { product, quantity }) => sum + product.weight_grams * quantity, 0);
  const shipping = getShippingCost(grams, region);
  return { lines, items, shipping, tax, total: items + shipping + tax };
}

const DESCRIPTION_MAX = 200;

/** Returns the title of an order in lists and receipts: `2 × Oak frame, Easel and 3 more`. */
export function describeOrder(lines: readonly { product: { name: string }; quantity: number }[]): string {
  const words = lines.map(({ product, quantity }) => (quantity === 1 ? product.name : `${quantity} × ${product.name}`));
  const shown = words.slice(0, 3).join(', ');
  return (words.length > 3 ? `${shown} and ${words.length - 3} more` : shown).slice(0, DESCRIPTION_MAX);
}
