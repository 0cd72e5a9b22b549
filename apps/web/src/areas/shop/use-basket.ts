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
  // Another tab changed it.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
};

/** Read on each call, because another tab may have changed it. */
function changeBasket(userId: string, change: (lines: BasketLines) => BasketLines): void {
  localStorage.setItem(getStorageKey(userId), JSON.stringify(change(parseBasket(localStorage.getItem(getStorageKey(userId))))));
  for (const listener of listeners) listener();
}

/** Kept in this browser, one for each person who uses it. */
export function useBasket(userId: string) {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(getStorageKey(userId)));
  return {
    lines: parseBasket(kept),
    change: (change: (lines: BasketLines) => BasketLines) => changeBasket(userId, change),
  };
}

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
