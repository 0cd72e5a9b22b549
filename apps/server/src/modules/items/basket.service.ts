import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type BasketAmounts, computeAmounts, type LineAmounts, type ShippingRegion, TOTAL_MAX_CENTS } from './items.rules.ts';
import { type ItemRow, insertOrderLines } from './items.store.ts';

export type Basket = readonly { itemId: string; quantity: number }[];
export type BasketLine = LineAmounts & { product: ItemRow; quantity: number };

/**
 * A basket at today's prices. `find` says which of its products there are, and holds them where they are about to be sold. INVALID where one is named
 * twice or all of it costs more than can be paid at once, ITEM_GONE.
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
  const reckoned = computeAmounts(sold, region);
  if (reckoned.total > TOTAL_MAX_CENTS) throw new AppError('INVALID', 'An order can’t exceed $1,000,000. Remove something from your cart.');
  return reckoned;
}

/** Keeps what was sold as it is now, its picture too. */
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
