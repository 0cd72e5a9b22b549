import { randomUuid } from '../../lib/random-uuid.ts';

const getPaymentStorageKey = (purchase: string) => `payment:${purchase}`;

/**
 * The key by which the server tells one purchase from another, made once for what is bought and kept until that succeeded: a second
 * click, a reload, a try after a lost answer and one with another card all carry it, and pay once.
 */
export function getPaymentKey(purchase: string): string {
  const kept = sessionStorage.getItem(getPaymentStorageKey(purchase));
  if (kept) return kept;
  const made = randomUuid();
  sessionStorage.setItem(getPaymentStorageKey(purchase), made);
  return made;
}

export const clearPaymentKey = (purchase: string): void => sessionStorage.removeItem(getPaymentStorageKey(purchase));
