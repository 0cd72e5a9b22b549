import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { listNetworkOrigins, rateLimitKey } from './network-addresses.ts';

const at = (address: string, internal = false) =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal }) as NetworkInterfaceInfo;
const machine = { lo: [at('127.0.0.1', true)], docker0: [at('172.17.0.1')], wlan0: [at('fe80::1'), at('192.168.1.20')] };

const home = { publicUrl: 'http://localhost:3000' };

it('lists the addresses of a machine that listens on all of its networks, private ones first', () => {
  for (const host of ['0.0.0.0', '::'])
    expect(listNetworkOrigins({ ...home, host, port: 3000 }, machine)).toEqual(['http://192.168.1.20:3000', 'http://172.17.0.1:3000']);
});

it('lists none when the server listens on localhost only', () => {
  for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    expect(listNetworkOrigins({ ...home, host, port: 3000 }, machine)).toEqual([]);
});

it('lists the one address on which the server listens', () => {
  expect(listNetworkOrigins({ ...home, host: '192.168.1.20', port: 80 }, machine)).toEqual(['http://192.168.1.20:80']);
  expect(listNetworkOrigins({ ...home, host: 'fd00::5', port: 80 }, machine)).toEqual(['http://[fd00::5]:80']);
});

it('reveals nothing about its networks to clients that use another name', () => {
  expect(listNetworkOrigins({ publicUrl: 'https://wall.example.com', host: '0.0.0.0', port: 3000 }, machine)).toEqual([]);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::5:6:7:8', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, key) => {
  expect(rateLimitKey(address)).toBe(key);
});

it('counts all addresses of a /64 network together, and neighbouring networks separately', () => {
  const keys = Array.from({ length: 100 }, (_, host) => rateLimitKey(`2001:db8:1:2::${host.toString(16)}`));
  expect(new Set(keys).size).toBe(1);
  expect(rateLimitKey('2001:db8:1:3::1')).not.toBe(keys[0]);
});
