import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';

export const SESSION_TTL_MS = 24 * 3_600_000;

interface ProtectedLink {
  id: string;
  password_hash: string | null;
}

/**
 * Creates the cookie value for a browser in which a link's password was entered: an expiry time with a code that only this installation can compute. It is
 * bound to one link and password, ends with either, and needs no row.
 */
export function createLinkSessions({ key, clock }: { key: Buffer; clock: Clock }) {
  const sign = ({ id, password_hash }: ProtectedLink, endsAt: string) =>
    createHmac('sha256', key).update(`${id} ${password_hash} ${endsAt}`).digest();
  return {
    create(link: ProtectedLink): string {
      const endsAt = String(clock.now().getTime() + SESSION_TTL_MS);
      return `${endsAt}.${sign(link, endsAt).toString('base64url')}`;
    },
    isValid(link: ProtectedLink, session: string | undefined): boolean {
      const [endsAt = '', signature = ''] = (session ?? '').split('.');
      const [actual, expected] = [Buffer.from(signature, 'base64url'), sign(link, endsAt)];
      const isSignatureValid = actual.length === expected.length && timingSafeEqual(actual, expected);
      return isSignatureValid && Number(endsAt) > clock.now().getTime();
    },
  };
}
export type LinkSessions = ReturnType<typeof createLinkSessions>;
