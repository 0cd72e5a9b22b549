import { useQuery } from '@tanstack/react-query';
import type { Item } from '@vitrine/contract/items';
import { type Basket, itemListOptions, quoteOptions } from '../../../features/items/api/items.ts';
import type { BasketLine } from '../../../features/items/basket.ts';
import type { Region } from '../../../features/items/region.ts';
import { useBasket } from '../../../features/items/use-basket.ts';
import { useAccount } from '../use-account.ts';

export interface FullLine extends BasketLine {
  /** Undefined once it is no longer for sale. */
  item: Item | undefined;
}

/** The basket, with what is in it and what that costs. */
export function useBasketItems(region: Region | null) {
  const { userId } = useAccount();
  const { lines, change } = useBasket(userId);
  const items = useQuery(itemListOptions);
  const full: FullLine[] = lines.map((line) => ({ ...line, item: items.data?.find(({ _id }) => _id === line.itemId) }));
  const sold = full.filter(({ item }) => item !== undefined).map(({ itemId, quantity }) => ({ itemId, quantity }));
  const wanted: Basket = { items: sold, shippingCountry: region ?? 'US' };
  const quote = useQuery({ ...quoteOptions(wanted), enabled: sold.length > 0 && region !== null });
  return { items, lines: full, sold, quote, change };
}
