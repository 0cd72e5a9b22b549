import { BASE } from './addresses.ts';

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
  const registration = await navigator.serviceWorker.register(`${BASE}service-worker.js`, { scope: BASE, updateViaCache: 'none' });
  const check = () => {
    registration.update().catch(() => undefined);
  };
  // Spread over the hour, so that a fleet does not ask at once.
  setTimeout(() => setInterval(check, CHECK_EVERY_MS), Math.random() * CHECK_EVERY_MS);
}
