import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAddressLimits } from './address-limits.ts';
import { type Link, LinkGuard, releaseHandshake, rememberResponse } from './link-guard.ts';

class FakeLink extends EventEmitter {
  readyState = 'open';
  writeBuffer: unknown[] = [];
  request = { socket: new EventEmitter() };
  close(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.emit('close');
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function aGuard(limits = createAddressLimits(10)) {
  const link = new FakeLink();
  const warn = vi.fn();
  return { link, warn, limits, guard: new LinkGuard(link as unknown as Link, '192.0.2.7', { limits, warn }) };
}

it('disconnects a link that joins no namespace within ten seconds', () => {
  const { link, warn } = aGuard();
  vi.advanceTimersByTime(9999);
  expect(link.readyState).toBe('open');
  vi.advanceTimersByTime(1);
  expect(link.readyState).toBe('closed');
  expect(warn).toHaveBeenCalledWith('a live link was cut off: it joined no namespace', { address: '192.0.2.7' });
});

it('keeps a link that has joined, until it has left its last namespace', () => {
  const { link, guard } = aGuard();
  guard.joined();
  guard.joined();
  guard.left();
  vi.advanceTimersByTime(3_600_000);
  expect(link.readyState).toBe('open');
  guard.left();
  vi.advanceTimersByTime(500);
  expect(link.readyState).toBe('closed');
});

it('waits longer for the response to a join than for the join', () => {
  const { link } = aGuard();
  link.emit('packet', { type: 'message', data: '0/screen,{}' });
  vi.advanceTimersByTime(44_000);
  expect(link.readyState).toBe('open');
  vi.advanceTimersByTime(1000);
  expect(link.readyState).toBe('closed');
});

it('disconnects a link soon after a refusal', () => {
  const { link, guard } = aGuard();
  guard.refused();
  vi.advanceTimersByTime(500);
  expect(link.readyState).toBe('closed');
});

it('counts a waiting link until it sends its join or closes', () => {
  const limits = createAddressLimits(10);
  const guards = Array.from({ length: 10 }, () => aGuard(limits));
  expect(aGuard(limits).link.readyState).toBe('closed');
  guards[0]?.link.emit('packet', { type: 'message', data: '0/screen,{}' });
  guards[1]?.link.close();
  expect(aGuard(limits).link.readyState).toBe('open');
  expect(aGuard(limits).link.readyState).toBe('open');
  expect(aGuard(limits).link.readyState).toBe('closed');
});

it('disconnects a client that does not read', () => {
  const { link, guard } = aGuard();
  guard.joined();
  link.writeBuffer = Array(1001);
  link.emit('packet', { type: 'pong' });
  expect(link.readyState).toBe('closed');
});

it('releases the request of a handshake from the link and from the response', () => {
  const link = new FakeLink();
  const request = Object.assign(link.request, { websocket: new EventEmitter() });
  const response: { req?: unknown } = { req: request };
  const next = vi.fn();
  rememberResponse(request, response, next);
  releaseHandshake(link as unknown as Link);
  expect(next).toHaveBeenCalledOnce();
  expect([link.request, response.req]).toEqual([undefined, undefined]);
});
