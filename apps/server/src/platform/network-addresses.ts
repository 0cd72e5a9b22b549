import { networkInterfaces } from 'node:os';

interface ListensAt {
  host: string;
  port: number;
  publicUrl: string;
}

const EVERY = ['0.0.0.0', '::'];
const LOOPBACK = /^(127\.|::1$|localhost$)/;
const MAX_ADDRESSES = 3;

/**
 * Where other machines of the network reach a process that listens so, e.g. `http://192.168.1.20:3000`, those of homes and
 * offices first. None where it listens to its own machine alone, or where
 * people come by another name: what the machine's own networks look like is not theirs to know then.
 */
export function networkAddresses({ host, port, publicUrl }: ListensAt, interfaces = networkInterfaces()): string[] {
  if (new URL(publicUrl).hostname !== 'localhost') return [];
  const found = EVERY.includes(host)
    ? Object.values(interfaces).flatMap((all = []) =>
        all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
      )
    : LOOPBACK.test(host)
      ? []
      : [host];
  const isHome = (address: string) => address.startsWith('192.168.') || address.startsWith('10.');
  return found
    .toSorted((one, other) => Number(isHome(other)) - Number(isHome(one)))
    .slice(0, MAX_ADDRESSES)
    .map((address) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`);
}
