import { expect, it } from 'vitest';
import { createAddressLimits } from './address-limits.ts';

const times = (count: number, work: () => unknown) => Array.from({ length: count }, work).filter(Boolean).length;

it('limits unowned screens by address, and frees one place per screen that leaves', () => {
  const limits = createAddressLimits(10);
  const leave = limits.enter('unowned', 'a');
  expect(times(20, () => limits.enter('unowned', 'a'))).toBe(9);
  expect(limits.isFull('unowned', 'a')).toBe(true);
  expect(limits.isFull('unowned', 'b')).toBe(false);
  leave?.();
  leave?.();
  expect(times(20, () => limits.enter('unowned', 'a'))).toBe(1);
});

it('limits links of all addresses together', () => {
  const limits = createAddressLimits(10);
  let entered = 0;
  for (let address = 0; address < 100; address++) entered += times(10, () => limits.enter('unowned', `address ${address}`));
  expect(entered).toBe(200);
});

it('limits the rate at which an address opens links', () => {
  const limits = createAddressLimits(10);
  expect(times(1000, () => limits.admits('a'))).toBeLessThan(90);
  expect(limits.admits('b')).toBe(true);
});

it('admits no further link while too many of the address wait', () => {
  const limits = createAddressLimits(10);
  const waiting = Array.from({ length: 10 }, () => limits.enter('waiting', 'a'));
  expect(limits.admits('a')).toBe(false);
  waiting[0]?.();
  expect(limits.admits('a')).toBe(true);
});

it('limits the messages of unowned screens of an address', () => {
  const limits = createAddressLimits(10);
  expect(times(1000, () => limits.admitsMessage('a'))).toBeLessThan(50);
  expect(limits.admitsMessage('b')).toBe(true);
});
