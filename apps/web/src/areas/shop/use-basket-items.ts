import { useQuery } from '@tanstack/react-query';
import type { Item } from '@vitrine/contract/items';
import { useAccountInView } from '../accounts/account-in-view.ts';
import { itemListOptions, type QuoteRequest, quoteOptions } from './api/items.ts';
import type { BasketLine } from './basket.ts';
import type { ShippingRegion } from './shipping-region.ts';
import { useBasket } from './use-basket.ts';

export interface BasketItem extends BasketLine {
  /** Undefined once it is no longer for sale. */
  item: Item | undefined;
}

/** The basket, with what is in it and what that costs. */
export function useBasketItems(region: ShippingRegion | null) {
  const { userId } = useAccountInView();
  const { lines, change } = useBasket(userId);
  const items = useQuery(itemListOptions);
  const full: BasketItem[] = lines.map((line) => ({ ...line, item: items.data?.find(({ _id }) => _id === line.itemId) }));
  const sold = full.filter(({ item }) => item !== undefined).map(({ itemId, quantity }) => ({ itemId, quantity }));
  const wanted: QuoteRequest = { items: sold, shippingCountry: region ?? 'US' };
  const quote = useQuery({ ...quoteOptions(wanted), enabled: sold.length > 0 && region !== null });
  return { items, lines: full, sold, quote, change };
}
