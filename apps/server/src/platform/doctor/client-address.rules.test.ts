import { expect, it } from 'vitest';
import { checkClientAddress } from './client-address.rules.ts';

it.each([
  { title: 'accepts a proxy that is trusted', sent: '10.0.0.5', seen: '10.0.0.5', level: 'ok' },
  { title: 'reports a proxy that is not trusted', sent: '10.0.0.5', seen: '127.0.0.1', level: 'fault' },
  { title: 'warns of another address, which may be a router', sent: '10.0.0.5', seen: '203.0.113.9', level: 'warning' },
  { title: 'reports a proxy that passes forged addresses on', sent: '10.0.0.5', seen: '192.0.2.77', level: 'fault' },
])('$title', ({ sent, seen, level }) => {
  expect(checkClientAddress({ sent, seen, forged: '192.0.2.77' }, 'https://wall.example.com')[0]?.level).toBe(level);
});

it('reports nothing when the product does not respond', () => {
  expect(checkClientAddress(undefined, 'https://wall.example.com')).toEqual([]);
});
