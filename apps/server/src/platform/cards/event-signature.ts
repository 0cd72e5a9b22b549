/** Stripe's scheme for signed events: `t=<epoch seconds>,v1=<HMAC-SHA256 of t, a dot and the body>`. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ForgedEventError } from './cards.ts';

/** Maximum age of an event, as a protection against replays; Stripe's own limit. */
const TOLERANCE_S = 300;

const digest = (body: string, secret: string, at: number) => createHmac('sha256', secret).update(`${at}.${body}`).digest();

/** Signs an event. `at` is in epoch seconds. */
export const signEvent = (body: string, secret: string, at: number): string => `t=${at},v1=${digest(body, secret, at).toString('hex')}`;

/** Throws ForgedEventError unless the event was signed with the secret within the last five minutes. */
export function verifyEvent(body: string, signature: string | undefined, secret: string, now: number): void {
  const parts = (signature ?? '').split(',').map((part) => part.split('='));
  const at = Number(parts.find(([name]) => name === 't')?.[1]);
  if (!Number.isSafeInteger(at)) throw new ForgedEventError('it has no signature');
  const expected = digest(body, secret, at);
  const isSigned = parts.some(([name, value = '']) => name === 'v1' && isEqual(expected, Buffer.from(value, 'hex')));
  if (!isSigned) throw new ForgedEventError('the signature is not of this body');
  if (Math.abs(now - at) > TOLERANCE_S) throw new ForgedEventError('it was signed too long ago');
}

const isEqual = (expected: Buffer, actual: Buffer) => actual.length === expected.length && timingSafeEqual(actual, expected);
