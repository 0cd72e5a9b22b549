import { randomUuid } from '../../lib/random-uuid.ts';

/**
 * Returns the request id by which the server identifies an order. It is created once for a purchase and kept until the payment, in all tabs of the browser: a
 * second click, a reload, a retry and a second tab refer to the same order, which is paid once.
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
