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

/** A random (version 4) UUID, also on a plain-http address of the home network, where browsers have no `crypto.randomUUID`. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
