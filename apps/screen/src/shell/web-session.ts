import { SESSION_NOTE, SESSION_NOTE_CACHE, sessionEndsAt } from '@vitrine/contract/web-session';

/** Whether this page's localStorage holds a web session. A screen whose origin is its own, or that hangs on a wall, has none. */
export function hasWebSession(stored: Pick<Storage, 'getItem'> = localStorage, now = Date.now()): boolean {
  const endsAt = sessionEndsAt(stored);
  return endsAt !== null && endsAt > now;
}

/** Returns the same for the service worker, from the note that the web app leaves. An unreadable note counts as a session. */
export async function isSessionNoted(now = Date.now()): Promise<boolean> {
  const note = await caches.match(SESSION_NOTE, { cacheName: SESSION_NOTE_CACHE });
  if (!note) return false;
  const endsAt = Number(await note.text());
  return !(endsAt <= now);
}
