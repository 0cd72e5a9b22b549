import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { z } from 'zod';
import { clearOrderRequestId, clearPaymentKey, getOrderRequestId, getPaymentKey, randomUuid } from './idempotency-key.ts';

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

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the key of an order', () => {
  it('is the same until it was paid, and another for something else', () => {
    const first = getOrderRequestId('a poster');
    expect(getOrderRequestId('a poster')).toBe(first);
    expect(getOrderRequestId('another poster')).not.toBe(first);
    clearOrderRequestId('a poster');
    expect(getOrderRequestId('a poster')).not.toBe(first);
  });
});

test('what is made is a UUID, and another one each time', () => {
  const made = Array.from({ length: 50 }, randomUuid);
  for (const one of made) expect(z.uuidv4().safeParse(one).success).toBe(true);
  expect(new Set(made).size).toBe(50);
});
