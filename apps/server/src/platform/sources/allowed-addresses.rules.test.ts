import { describe, expect, it } from 'vitest';
import { parseNetworks } from '../../config/networks.ts';
import { isAllowedAddress } from './allowed-addresses.ts';

const REFUSED: readonly (readonly [address: string, kind: string])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.254', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'cloud metadata'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.0.1', 'private'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible loopback'],
  ['::7f00:1', 'IPv4-compatible loopback'],
  ['::8.8.8.8', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
  ['::ffff:7f00:1', 'IPv4-mapped loopback'],
  ['::ffff:8.8.8.8', 'IPv4-mapped'],
  ['::ffff:0:10.0.0.1', 'IPv4-translated'],
  ['64:ff9b::a00:1', 'NAT64'],
  ['64:ff9b::8.8.8.8', 'NAT64'],
  ['64:ff9b:1::a00:1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['2002:808:808::1', '6to4'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'unassigned'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd12:3456:789a::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['localhost', 'no address'],
  ['', 'no address'],
  ['1.2.3', 'shortened'],
];

describe('isAllowedAddress', () => {
  it.each(REFUSED)('refuses %s (%s)', (address) => {
    expect(isAllowedAddress(address, [])).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81c::200e',
  ])('accepts the public address %s', (address) => {
    expect(isAllowedAddress(address, [])).toBe(true);
  });

  it('accepts private addresses only in the networks that the operator lists', () => {
    const allow = parseNetworks('192.168.7.0/24, fd00:1::/32');
    expect(isAllowedAddress('192.168.7.20', allow)).toBe(true);
    expect(isAllowedAddress('192.168.8.20', allow)).toBe(false);
    expect(isAllowedAddress('fd00:1::5', allow)).toBe(true);
    expect(isAllowedAddress('fd00:2::5', allow)).toBe(false);
    expect(isAllowedAddress('::ffff:192.168.7.20', allow)).toBe(false);
  });
});
