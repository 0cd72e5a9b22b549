import { ITEM_LIMITS } from '@vitrine/contract/item-limits';
import type { Address } from '@vitrine/contract/profile';

/** A product in the basket and its quantity. Name and price come from the server. */
export interface BasketLine {
  itemId: string;
  quantity: number;
}
export type BasketLines = readonly BasketLine[];

const capQuantity = (quantity: number) => Math.min(quantity, ITEM_LIMITS.itemsPerLine);

/** More of what is in it already, or a new line at its end, while there is room for one. */
export function addToBasket(lines: BasketLines, itemId: string, quantity: number): BasketLines {
  const known = lines.find((line) => line.itemId === itemId);
  if (known) return setQuantity(lines, itemId, known.quantity + quantity);
  return lines.length < ITEM_LIMITS.linesPerOrder ? [...lines, { itemId, quantity: capQuantity(quantity) }] : lines;
}

/** Sets the quantity of a product; zero removes it. */
export const setQuantity = (lines: BasketLines, itemId: string, quantity: number): BasketLines =>
  lines.flatMap((line) => (line.itemId !== itemId ? [line] : quantity > 0 ? [{ itemId, quantity: capQuantity(quantity) }] : []));

/** Returns the basket without bought products; another tab may have added some in the meantime. */
export const removeBought = (lines: BasketLines, bought: BasketLines): BasketLines =>
  bought.reduce<BasketLines>((left, { itemId, quantity }) => {
    const line = left.find((each) => each.itemId === itemId);
    return line ? setQuantity(left, itemId, line.quantity - quantity) : left;
  }, lines);

export const countItems = (lines: BasketLines): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

const isLine = (value: unknown): value is BasketLine => {
  if (typeof value !== 'object' || value === null) return false;
  const { itemId, quantity } = value as Partial<BasketLine>;
  return typeof itemId === 'string' && Number.isInteger(quantity) && Number(quantity) > 0 && Number(quantity) <= ITEM_LIMITS.itemsPerLine;
};

/** Parses the stored basket; invalid data is treated as empty. */
export function parseBasket(kept: string | null): BasketLines {
  try {
    const lines: unknown = JSON.parse(kept ?? '[]');
    if (!Array.isArray(lines)) return [];
    const known = lines.filter(isLine).map(({ itemId, quantity }) => ({ itemId, quantity }));
    return [...new Map(known.map((line) => [line.itemId, line])).values()].slice(0, ITEM_LIMITS.linesPerOrder);
  } catch {
    // The data is invalid or incomplete.
    return [];
  }
}

export type ShippingRegion = 'US' | 'AL';

const FAR_STATES = new Set(['ak', 'alaska', 'hi', 'hawaii']);

/** Returns the shipping region of an address, which decides the rate; null when it cannot be shipped to. */
export function getShippingRegion({ country, state }: Pick<Address, 'country' | 'state'>): ShippingRegion | null {
  if (country !== 'US') return null;
  return FAR_STATES.has(state.trim().toLowerCase()) ? 'AL' : 'US';
}
