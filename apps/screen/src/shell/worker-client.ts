import { type PageMessage, SCREEN_BASE_PATH, SCREEN_ENTRY_PATH, SHELL_STATE, SHELL_STATE_CACHE } from './addresses.ts';
import type { ShellState } from './shell-state.ts';

const UPDATE_CHECK_INTERVAL_MS = 3_600_000;
const FIRST_RETRY_MS = 5000;

/**
 * Installs the service worker on secure origins. When a newer version takes over
 * a page that an older one served, reloads the page to switch to that version.
 */
export function registerWorker(): void {
  if (!isSecureContext || !('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that registered it, which is already current.
    if (isControlled) location.reload();
    isControlled = true;
  });
  void unregisterOldScope().catch((cause: unknown) => console.info('no service worker:', cause));
  void keepUpToDate(FIRST_RETRY_MS);
}

/**
 * Registers the worker, retrying until one is active, then checks for updates. Registration fails when one file cannot be downloaded, and
 * without a retry the screen could not start offline until the next load.
 */
async function keepUpToDate(retryMs: number): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(`${SCREEN_BASE_PATH}service-worker.js`, {
      scope: SCREEN_ENTRY_PATH,
      updateViaCache: 'none',
    });
    if (await isInstalled(registration)) return checkForUpdates(registration);
  } catch (cause) {
    console.info('no service worker:', cause);
  }
  setTimeout(() => void keepUpToDate(Math.min(retryMs * 2, UPDATE_CHECK_INTERVAL_MS)), retryMs * (0.5 + Math.random()));
}

/** Resolves with false when the first worker was discarded during its installation. */
function isInstalled({ active, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || !installing) return Promise.resolve(true);
  return new Promise((resolve) => {
    installing.addEventListener('statechange', () => {
      if (installing.state === 'activated' || installing.state === 'redundant') resolve(installing.state === 'activated');
    });
  });
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  const check = () => {
    registration.update().catch(() => undefined);
  };
  // Spread the checks over the hour, so that a fleet does not request updates at the same moment.
  setTimeout(() => setInterval(check, UPDATE_CHECK_INTERVAL_MS), Math.random() * UPDATE_CHECK_INTERVAL_MS);
}

/** Removes registrations for the path with a trailing slash, which would take precedence there and keep a second worker. */
async function unregisterOldScope(): Promise<void> {
  await navigator.serviceWorker.ready;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(
    registrations.filter(({ scope }) => new URL(scope).pathname === SCREEN_BASE_PATH).map((registration) => registration.unregister()),
  );
}

const CHECK_INTERVAL_MS = 1000;
/** Number of successful checks in a row that are required. */
const HEALTHY_CHECKS = 5;

/** Reports to the service worker how this version of the page is doing. No effect without one. */
export function postToWorker(message: PageMessage): void {
  navigator.serviceWorker?.controller?.postMessage(message);
}

/** Reports `plays` once playback has been healthy for some time. */
export function reportWhenHealthy(isHealthy: () => boolean): void {
  let healthyChecks = 0;
  const timer = setInterval(() => {
    healthyChecks = isHealthy() ? healthyChecks + 1 : 0;
    if (healthyChecks < HEALTHY_CHECKS) return;
    clearInterval(timer);
    postToWorker('plays');
  }, CHECK_INTERVAL_MS);
}

/** Returns true when a newer version was tried on this screen and failed. */
export async function wasRolledBack(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  try {
    const stored = await caches.match(SHELL_STATE, { cacheName: SHELL_STATE_CACHE });
    return stored ? ((await stored.json()) as ShellState).bad.length > 0 : false;
  } catch (cause) {
    console.info('versions cannot be read:', cause);
    return false;
  }
}
