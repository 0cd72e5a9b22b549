import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { z } from 'zod';
import { clearOrderRequestId, clearPaymentKey, getOrderRequestId, getPaymentKey, randomUuid } from './idempotency-key.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('returns the same payment key until the purchase succeeds', () => {
  const first = getPaymentKey('price');
  expect(getPaymentKey('price')).toBe(first);
  clearPaymentKey('price');
  expect(getPaymentKey('price')).not.toBe(first);
});

test('returns different payment keys for different purchases', () => {
  expect(getPaymentKey('one')).not.toBe(getPaymentKey('other'));
});

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('getOrderRequestId', () => {
  it('returns the same id until the order is paid, and another id for another order', () => {
    const first = getOrderRequestId('a poster');
    expect(getOrderRequestId('a poster')).toBe(first);
    expect(getOrderRequestId('another poster')).not.toBe(first);
    clearOrderRequestId('a poster');
    expect(getOrderRequestId('a poster')).not.toBe(first);
  });
});

test('randomUuid returns a different valid UUID each time', () => {
  const uuids = Array.from({ length: 50 }, randomUuid);
  for (const uuid of uuids) expect(z.uuidv4().safeParse(uuid).success).toBe(true);
  expect(new Set(uuids).size).toBe(50);
});
