import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

interface ListenSettings {
  host: string;
  port: number;
  publicUrl: string;
}

const ANY_ADDRESS = ['0.0.0.0', '::'];
const LOOPBACK = /^(127\.|::1$|localhost$)/;
const MAX_ADDRESSES = 3;

/**
 * Returns the addresses at which other machines reach a process, such as `http://192.168.1.20:3000`, private networks first. None when it listens only
 * locally, or when PUBLIC_URL is another name, because its networks must not be revealed then.
 */
export function listNetworkOrigins({ host, port, publicUrl }: ListenSettings, interfaces = networkInterfaces()): string[] {
  if (new URL(publicUrl).hostname !== 'localhost') return [];
  const found = ANY_ADDRESS.includes(host)
    ? Object.values(interfaces).flatMap((all = []) =>
        all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
      )
    : LOOPBACK.test(host)
      ? []
      : [host];
  const isPrivateNetwork = (address: string) => address.startsWith('192.168.') || address.startsWith('10.');
  return found
    .toSorted((one, other) => Number(isPrivateNetwork(other)) - Number(isPrivateNetwork(one)))
    .slice(0, MAX_ADDRESSES)
    .map((address) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`);
}

const MAPPED = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/;
const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;

/**
 * Returns the part of a client address that limits count: an IPv4 address, or the /64 network of an IPv6 address, because a provider gives every customer at
 * least that many addresses. IPv4-mapped addresses count as IPv4.
 */
export function rateLimitKey(address: string): string {
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(canonical) ?? [];
  if (high !== undefined && low !== undefined) return ipv4Of(Number.parseInt(high, 16), Number.parseInt(low, 16));
  const [head = '', tail] = canonical.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const zeros = tail === undefined ? 0 : GROUPS - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail ?? '')];
  return `${all.slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`;
}

const ipv4Of = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
