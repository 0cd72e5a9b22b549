import { useSyncExternalStore } from 'react';
import { type BasketLines, readBasket } from './basket.ts';

const nameOf = (userId: string) => `basket:${userId}`;
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
  localStorage.setItem(nameOf(userId), JSON.stringify(change(readBasket(localStorage.getItem(nameOf(userId))))));
  for (const listener of listeners) listener();
}

/** Kept in this browser, one for each person who uses it. */
export function useBasket(userId: string) {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(nameOf(userId)));
  return {
    lines: readBasket(kept),
    change: (change: (lines: BasketLines) => BasketLines) => changeBasket(userId, change),
  };
}
