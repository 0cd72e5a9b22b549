import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it('ignores X-Forwarded-For without a trusted proxy', () => {
  expect(createClientAddress(false)(from('192.0.2.7', '10.0.0.1'))).toBe('192.0.2.7');
  expect(createClientAddress('127.0.0.1')(from('192.0.2.7', '10.0.0.1'))).toBe('192.0.2.7');
});

it('uses it from a trusted proxy, up to the first address that is not trusted', () => {
  const addressOf = createClientAddress('127.0.0.1, 10.0.0.0/8');
  expect(addressOf(from('127.0.0.1', '203.0.113.5'))).toBe('203.0.113.5');
  expect(addressOf(from('127.0.0.1', '1.1.1.1, 203.0.113.5, 10.0.0.9'))).toBe('203.0.113.5');
});

it('returns IPv4 addresses without their IPv6 form, and nothing for a closed connection', () => {
  expect(createClientAddress(false)(from('::ffff:192.0.2.7'))).toBe('192.0.2.7');
  expect(createClientAddress(false)(from(undefined))).toBe('');
});
