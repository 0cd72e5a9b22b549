import { type FromPage, SHELL_STATE, SHELL_STATE_CACHE } from './addresses.ts';
import type { ShellState } from './shell-state.ts';

const LOOK_EVERY_MS = 1000;
/** So many looks in a row must find the wall well. */
const WELL_LOOKS = 5;

/** Tells the service worker how this version of the page fares; without one, or off trial, nobody listens. */
export function say(words: FromPage): void {
  navigator.serviceWorker?.controller?.postMessage(words);
}

/** Says that this version plays once the wall has been well for a while. */
export function sayWhenWell(isWell: () => boolean): void {
  let looks = 0;
  const timer = setInterval(() => {
    looks = isWell() ? looks + 1 : 0;
    if (looks < WELL_LOOKS) return;
    clearInterval(timer);
    say('plays');
  }, LOOK_EVERY_MS);
}

/** Whether a newer version was tried here and did not play. */
export async function isFallenBack(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const kept = await caches.match(SHELL_STATE, { cacheName: SHELL_STATE_CACHE });
  return kept ? ((await kept.json()) as ShellState).bad.length > 0 : false;
}
