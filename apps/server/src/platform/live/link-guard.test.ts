import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAddressLimits } from './address-limits.ts';
import { LinkGuard } from './link-guard.ts';

class FakeConnection {
  isClosed = false;
  isOpen = () => !this.isClosed;
  terminate = () => {
    this.isClosed = true;
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function aGuard(limits = createAddressLimits(10)) {
  const connection = new FakeConnection();
  const warn = vi.fn();
  return { connection, warn, limits, guard: new LinkGuard(connection, '192.0.2.7', { limits, warn }) };
}

it('disconnects a link that joins no namespace within ten seconds', () => {
  const { connection, warn } = aGuard();
  vi.advanceTimersByTime(9999);
  expect(connection.isClosed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(connection.isClosed).toBe(true);
  expect(warn).toHaveBeenCalledWith('a live link was cut off: it joined no namespace', { address: '192.0.2.7' });
});

it('keeps a link that has joined, until it has left its last namespace', () => {
  const { connection, guard } = aGuard();
  guard.joined();
  guard.joined();
  guard.left();
  vi.advanceTimersByTime(3_600_000);
  expect(connection.isClosed).toBe(false);
  guard.left();
  vi.advanceTimersByTime(500);
  expect(connection.isClosed).toBe(true);
});

it('waits longer for the response to a join than for the join', () => {
  const { connection, guard } = aGuard();
  guard.joining();
  vi.advanceTimersByTime(44_000);
  expect(connection.isClosed).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(connection.isClosed).toBe(true);
});

it('disconnects a link soon after a refusal', () => {
  const { connection, guard } = aGuard();
  guard.refused();
  vi.advanceTimersByTime(500);
  expect(connection.isClosed).toBe(true);
});

it('counts a waiting link until it sends its join or closes', () => {
  const limits = createAddressLimits(10);
  const guards = Array.from({ length: 10 }, () => aGuard(limits));
  expect(aGuard(limits).connection.isClosed).toBe(true);
  guards[0]?.guard.joining();
  guards[1]?.guard.closed();
  expect(aGuard(limits).connection.isClosed).toBe(false);
  expect(aGuard(limits).connection.isClosed).toBe(false);
  expect(aGuard(limits).connection.isClosed).toBe(true);
});

it('disconnects a link that joins too often', () => {
  const { connection, guard } = aGuard();
  for (let join = 0; join < 12; join++) expect(guard.joining()).toBe(true);
  expect(guard.joining()).toBe(false);
  expect(connection.isClosed).toBe(true);
});
