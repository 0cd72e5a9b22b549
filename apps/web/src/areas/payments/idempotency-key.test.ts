import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearPaymentKey, getPaymentKey } from './idempotency-key.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a purchase keeps its key until it succeeded', () => {
  const first = getPaymentKey('price');
  expect(getPaymentKey('price')).toBe(first);
  clearPaymentKey('price');
  expect(getPaymentKey('price')).not.toBe(first);
});

test('two purchases have a key each', () => {
  expect(getPaymentKey('one')).not.toBe(getPaymentKey('other'));
});
