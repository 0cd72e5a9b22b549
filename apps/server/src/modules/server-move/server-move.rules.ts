import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { buildMoveText, type MoveTextKind } from '@vitrine/contract';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../platform/errors.ts';

const LOCAL_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];
const MESSAGES = {
  invalid: 'Enter the address without a path, such as https://screens.example.com.',
  insecure: 'Screens outside your own network need an address that starts with https://.',
  mixed: 'Screens that are open over https can’t move to an address with http.',
} as const;

const refuse = (message: string) => new AppError('SERVER_MOVE_REFUSED', message);

/** Returns the origin to which screens are moved. Throws SERVER_MOVE_REFUSED for addresses that screens could not open, or not safely. */
export function parseMoveAddress(text: string, currentAddress: string): string {
  const url = URL.parse(text.trim());
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refuse(MESSAGES.invalid);
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw refuse(MESSAGES.invalid);
  if (url.protocol === 'http:') {
    if (!isLocalHost(url.hostname)) throw refuse(MESSAGES.insecure);
    // Browsers block requests of a secure page to an insecure address.
    if (currentAddress.startsWith('https:') && url.hostname !== 'localhost') throw refuse(MESSAGES.mixed);
  }
  return url.origin;
}

/** Returns true for hosts on this machine and in private networks, to which http is allowed. */
function isLocalHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return hostname === 'localhost' || hostname.endsWith('.localhost');
  return LOCAL_RANGES.includes(ipaddr.parse(address).range());
}

/** Returns the time over which screens spread their moves, in milliseconds, because each downloads its files again: half a second for each, at most half an hour. */
export const getSpreadMs = (screens: number): number => Math.min(1_800_000, Math.max(1000, screens * 500));

/** Returns the code that authenticates a text of a move, in hexadecimal. Sender and recipient have the key. */
export const createMac = (key: Buffer, kind: MoveTextKind, ...parts: readonly string[]): string =>
  createHmac('sha256', key)
    .update(buildMoveText(kind, ...parts))
    .digest('hex');

/** Compares two codes in constant time. */
export const isMac = (mac: string, expected: string): boolean => {
  const [given, wanted] = [Buffer.from(mac), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};
