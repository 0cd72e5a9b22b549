import { SESSION_NOTE, SESSION_NOTE_CACHE, sessionEndsAt } from '@vitrine/contract/web-session';

let last: Promise<unknown> = Promise.resolve();

/**
 * Records for the screen's service worker, which may share this origin, whether and until when this browser has a session. Meanwhile the worker serves no
 * uploaded version of the screen. Records are written in order.
 */
export function noteSession(): Promise<unknown> {
  // Without a secure context there are no caches, and no service worker.
  if (!('caches' in globalThis)) return Promise.resolve();
  last = last.then(writeNote).catch((cause: unknown) => console.info('the session could not be noted:', cause));
  return last;
}

async function writeNote(): Promise<void> {
  const endsAt = sessionEndsAt(localStorage);
  if (endsAt === null) return void (await caches.delete(SESSION_NOTE_CACHE));
  await (await caches.open(SESSION_NOTE_CACHE)).put(SESSION_NOTE, new Response(String(endsAt)));
}
