import { BASE, ENTRANCE } from './addresses.ts';

const CHECK_EVERY_MS = 3_600_000;

/**
 * Puts the service worker in place, where the origin allows one. When a newer version takes over
 * a page that an older one served, the page is loaded again to become that version.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first one only takes over the page that brought it.
    if (isControlled) location.reload();
    isControlled = true;
  });
  const registration = await navigator.serviceWorker.register(`${BASE}service-worker.js`, { scope: ENTRANCE, updateViaCache: 'none' });
  void leaveNarrowScope();
  const check = () => {
    registration.update().catch(() => undefined);
  };
  // Spread over the hour, so that a fleet does not ask at once.
  setTimeout(() => setInterval(check, CHECK_EVERY_MS), Math.random() * CHECK_EVERY_MS);
}

/** A registration for the address with its slash alone would go before the wider one there, and keep a second worker. */
async function leaveNarrowScope(): Promise<void> {
  await navigator.serviceWorker.ready;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.filter(({ scope }) => new URL(scope).pathname === BASE).map((narrow) => narrow.unregister()));
}
