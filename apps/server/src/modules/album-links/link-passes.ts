import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';

export const PASS_MS = 24 * 3_600_000;

interface Locked {
  id: string;
  password_hash: string | null;
}

/**
 * What the cookie of a browser holds in which a link's password was given: until when that is believed, with a code only this installation can make.
 * It belongs to one link and one password, so it ends with either, and needs no row of its own.
 */
export function createLinkPasses({ key, clock }: { key: Buffer; clock: Clock }) {
  const codeOf = ({ id, password_hash }: Locked, endsAt: string) =>
    createHmac('sha256', key).update(`${id} ${password_hash} ${endsAt}`).digest();
  return {
    make(link: Locked): string {
      const endsAt = String(clock.now().getTime() + PASS_MS);
      return `${endsAt}.${codeOf(link, endsAt).toString('base64url')}`;
    },
    opens(link: Locked, pass: string | undefined): boolean {
      const [endsAt = '', code = ''] = (pass ?? '').split('.');
      const [given, expected] = [Buffer.from(code, 'base64url'), codeOf(link, endsAt)];
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs && Number(endsAt) > clock.now().getTime();
    },
  };
}
export type LinkPasses = ReturnType<typeof createLinkPasses>;
