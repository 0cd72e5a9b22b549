import { SESSION_NOTE, SESSION_NOTE_CACHE, sessionEndsAt } from '@vitrine/contract/web-session';

/** Whether this page's localStorage holds a web session. A screen whose origin is its own, or that hangs on a wall, has none. */
export function hasWebSession(stored: Pick<Storage, 'getItem'> = localStorage, now = Date.now()): boolean {
  const endsAt = sessionEndsAt(stored);
  return endsAt !== null && endsAt > now;
}

/**
 * Returns the same for the service worker, from the note that the web app writes. An unreadable note counts as a session. So does an empty cache, because the
 * cache is empty for a moment while a note is written or replaced. At the end of a session the whole cache is deleted.
 */
export async function isSessionNoted(now = Date.now()): Promise<boolean> {
  if (!(await caches.has(SESSION_NOTE_CACHE))) return false;
  const note = await caches.match(SESSION_NOTE, { cacheName: SESSION_NOTE_CACHE });
  if (!note) return true;
  const endsAt = Number(await note.text());
  return !(endsAt <= now);
}
