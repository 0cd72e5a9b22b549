/**
 * How the web app and the screen agree on whether this browser holds a web session, where both have one origin. The web app
 * stores its session in localStorage, which a service worker cannot read; so it also stores when the session ends in a cache.
 */
import { LIMITS } from './limits.ts';

export const SESSION_NOTE_CACHE = 'vitrine-web-session';
export const SESSION_NOTE = '/vitrine-web-session';

/** Names of the values in localStorage. */
export const STORED_TOKEN = 'token';
export const STORED_SIGN_IN = 'signedInAt';

/** Returns when the stored session ends, in milliseconds since 1970; null when none is stored. */
export function sessionEndsAt(stored: { getItem(name: string): string | null }): number | null {
  if (!stored.getItem(STORED_TOKEN)) return null;
  const signedInAt = Number(stored.getItem(STORED_SIGN_IN) ?? 0);
  return Number.isFinite(signedInAt) ? signedInAt + LIMITS.sessionMs : null;
}
