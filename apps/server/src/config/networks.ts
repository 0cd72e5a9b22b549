import ipaddr from 'ipaddr.js';

/** A network as an address and the length of its prefix. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Wider networks than these would disable the guard by a slip of the operator. */
const MIN_PREFIX = { ipv4: 8, ipv6: 16 } as const;

/** Parses port numbers, separated by commas. Throws an error whose message is for the operator. */
export function parsePorts(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(parsePort);
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error(`“${text}” is not a port. Give ports such as 8080, separated by commas`);
  return port;
}

/** Parses networks in CIDR notation, separated by commas. Throws an error whose message is for the operator. */
export function parseNetworks(text: string): Network[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(parseNetwork);
}

function parseNetwork(text: string): Network {
  if (!ipaddr.isValidCIDR(text)) throw new Error(`“${text}” is not a network. Give networks such as 192.168.1.0/24, separated by commas`);
  const [address, prefix] = ipaddr.parseCIDR(text);
  const min = MIN_PREFIX[address.kind()];
  if (prefix < min) throw new Error(`“${text}” is too large. Give networks of at least /${min}`);
  return [address, prefix];
}
