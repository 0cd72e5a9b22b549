import { randomUuid } from '../../lib/random-uuid.ts';

/**
 * The key by which the server tells one order from another, made once for what is ordered and kept until it was paid. In all tabs of the
 * browser it is the same: a second click, a reload, a try after a lost answer and a second tab all ask for the same order, and pay once.
 */
export function getOrderRequestId(purchase: string): string {
  const kept = localStorage.getItem(getOrderStorageKey(purchase));
  if (kept) return kept;
  const made = randomUuid();
  localStorage.setItem(getOrderStorageKey(purchase), made);
  return made;
}

/** Once it was paid: the next one of the same kind is another order. */
export const clearOrderRequestId = (purchase: string): void => localStorage.removeItem(getOrderStorageKey(purchase));

const getOrderStorageKey = (purchase: string) => `order:${purchase}`;
