import { useQuery } from '@tanstack/react-query';
import type { Item } from '@vitrine/contract/items';
import { useSyncExternalStore } from 'react';
import { useAccountInView } from '../accounts/account-in-view.ts';
import { itemListOptions, type QuoteRequest, quoteOptions } from './api/items.ts';
import { type BasketLine, type BasketLines, parseBasket, type ShippingRegion } from './basket.ts';

const getStorageKey = (userId: string) => `basket:${userId}`;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  // Other tabs change the basket too.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

/** Reads the stored basket on each call, because another tab may have changed it. */
function changeBasket(userId: string, change: (lines: BasketLines) => BasketLines): void {
  localStorage.setItem(getStorageKey(userId), JSON.stringify(change(parseBasket(localStorage.getItem(getStorageKey(userId))))));
  for (const listener of listeners) listener();
}

/** Returns the basket, which is stored in this browser separately for each user. */
export function useBasket(userId: string) {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(getStorageKey(userId)));
  return {
    lines: parseBasket(stored),
    change: (change: (lines: BasketLines) => BasketLines) => changeBasket(userId, change),
  };
}

export interface BasketItem extends BasketLine {
  /** Undefined when the product is no longer for sale. */
  item: Item | undefined;
}

/** Returns the basket with its products and their price. */
export function useBasketItems(region: ShippingRegion | null) {
  const { userId } = useAccountInView();
  const { lines, change } = useBasket(userId);
  const items = useQuery(itemListOptions);
  const basketItems: BasketItem[] = lines.map((line) => ({ ...line, item: items.data?.find(({ _id }) => _id === line.itemId) }));
  const sold = basketItems.filter(({ item }) => item !== undefined).map(({ itemId, quantity }) => ({ itemId, quantity }));
  const request: QuoteRequest = { items: sold, shippingCountry: region ?? 'US' };
  const quote = useQuery({ ...quoteOptions(request), enabled: sold.length > 0 && region !== null });
  return { items, lines: basketItems, sold, quote, change };
}
