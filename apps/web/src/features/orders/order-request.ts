import { randomUuid } from '../../lib/random-uuid.ts';

/**
 * The key by which the server tells one order from another, made once for what is ordered and kept until it was paid. In all tabs of the
 * browser it is the same: a second click, a reload, a try after a lost answer and a second tab all ask for the same order, and pay once.
 */
export function requestIdFor(purchase: string): string {
  const kept = localStorage.getItem(nameOf(purchase));
  if (kept) return kept;
  const made = randomUuid();
  localStorage.setItem(nameOf(purchase), made);
  return made;
}

/** Once it was paid: the next one of the same kind is another order. */
export const forgetRequest = (purchase: string): void => localStorage.removeItem(nameOf(purchase));

const nameOf = (purchase: string) => `order:${purchase}`;
