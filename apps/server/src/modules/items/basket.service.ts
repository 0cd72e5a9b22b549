import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type BasketAmounts, computeAmounts, type LineAmounts, type ShippingRegion, TOTAL_MAX_CENTS } from './items.rules.ts';
import { type ItemRow, insertOrderLines } from './items.store.ts';

export type Basket = readonly { itemId: string; quantity: number }[];
export type BasketLine = LineAmounts & { product: ItemRow; quantity: number };

/**
 * Calculates a basket at current prices. `find` returns the existing products, locked when they are about to be sold. INVALID when a product is listed twice
 * or the total exceeds the maximum, ITEM_GONE.
 */
export async function computeBasket(
  find: (ids: readonly string[]) => Promise<ItemRow[]>,
  basket: Basket,
  region: ShippingRegion,
): Promise<BasketAmounts<BasketLine>> {
  const ids = new Set(basket.map(({ itemId }) => itemId));
  if (ids.size < basket.length) throw new AppError('INVALID', 'List each product only once, with its quantity.');
  const products = new Map((await find([...ids])).map((product) => [product.id, product]));
  const sold = basket.map(({ itemId, quantity }) => {
    const product = products.get(itemId);
    if (!product) throw new AppError('ITEM_GONE');
    return { product, quantity };
  });
  const amounts = computeAmounts(sold, region);
  if (amounts.total > TOTAL_MAX_CENTS) throw new AppError('INVALID', 'An order can’t exceed $1,000,000. Remove something from your cart.');
  return amounts;
}

/** Stores a copy of the sold products, so that later edits do not change the order. */
export async function recordOrderLines(tx: Tx, orderId: string, sold: readonly BasketLine[]): Promise<void> {
  await insertOrderLines(
    tx,
    sold.map(({ product, quantity, amount, tax }, position) => ({
      order_id: orderId,
      position,
      item_id: product.id,
      name: product.name,
      description: product.description,
      quantity,
      price_cents: product.price_cents,
      amount_cents: amount,
      tax_cents: tax,
      picture_file_id: product.picture_file_id,
      height_cm: product.height_cm,
      width_cm: product.width_cm,
      length_cm: product.length_cm,
      weight_grams: product.weight_grams,
    })),
  );
}
