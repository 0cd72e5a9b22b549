import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network as an address and the length of its prefix. */
export type Network = [Address, number];

/** Only addresses in this network are assigned to the public internet. `range()` calls `::127.0.0.1` unicast, although it is outside. */
const PUBLIC_IPV6: Network = [ipaddr.IPv6.parse('2000::'), 3];
/** RFC 9637: examples in documents. */
const DOCUMENTATION_IPV6: Network = [ipaddr.IPv6.parse('3fff::'), 20];

/**
 * Returns true when data sources may be requested from an address: a public address, or one in a network of `allow`. Addresses that contain an IPv4 address
 * in another form (IPv4-mapped, NAT64, 6to4, Teredo) are refused, because a translator may lead them into a private network.
 */
export function isAllowedAddress(text: string, allow: readonly Network[]): boolean {
  // ipaddr.js alone would also accept shortened forms such as 127.1.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (allow.some((network) => isWithin(address, network))) return true;
  return (
    address.range() === 'unicast' &&
    (address.kind() === 'ipv4' || (isWithin(address, PUBLIC_IPV6) && !isWithin(address, DOCUMENTATION_IPV6)))
  );
}

const isWithin = (address: Address, network: Network): boolean => address.kind() === network[0].kind() && address.match(network);
