import { useSyncExternalStore } from 'react';
import { type BasketLines, parseBasket } from './basket.ts';

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

/** Read anew each time: another tab may have changed it since. */
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
