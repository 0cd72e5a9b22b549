import { type PageMessage, SHELL_STATE, SHELL_STATE_CACHE } from './addresses.ts';
import type { ShellState } from './shell-state.ts';

const CHECK_INTERVAL_MS = 1000;
/** So many checks in a row must succeed. */
const HEALTHY_CHECKS = 5;

/** Reports to the service worker how this version of the page is doing. No effect without one. */
export function postToWorker(words: PageMessage): void {
  navigator.serviceWorker?.controller?.postMessage(words);
}

/** Reports `plays` once playback has been healthy for a while. */
export function reportWhenHealthy(isHealthy: () => boolean): void {
  let looks = 0;
  const timer = setInterval(() => {
    looks = isHealthy() ? looks + 1 : 0;
    if (looks < HEALTHY_CHECKS) return;
    clearInterval(timer);
    postToWorker('plays');
  }, CHECK_INTERVAL_MS);
}

/** Whether a newer version was tried here and failed to play. */
export async function wasRolledBack(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  try {
    const kept = await caches.match(SHELL_STATE, { cacheName: SHELL_STATE_CACHE });
    return kept ? ((await kept.json()) as ShellState).bad.length > 0 : false;
  } catch (cause) {
    console.info('versions cannot be read:', cause);
    return false;
  }
}
