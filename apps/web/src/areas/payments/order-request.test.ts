import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearOrderRequestId, getOrderRequestId } from './order-request.ts';

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
