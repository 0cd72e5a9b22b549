import { addJitter } from './backoff.ts';

const FIRST_MS = 1000;
/** Together with its spread at most three seconds, so that a screen finds a server soon that was away for a moment. */
const SHORT_OUTAGE_DELAY_MS = 2000;
const MAX_DELAY_MS = 10_000;
/** Longest additional wait after the server has returned, as a share of its downtime. A thirtieth goes unnoticed. */
const OUTAGE_SHARE_DIVISOR = 30;

/**
 * Milliseconds until the server is tried again, by how many tries failed (from 0) and how long it has been away: at most 3 s in
 * the first minute, then growing with the outage to at most 15 s. Spread by half either way, so that a fleet does not come at once.
 */
export function getReconnectDelayMs(attempt: number, outageMs: number, random: () => number = Math.random): number {
  const longest = Math.min(MAX_DELAY_MS, Math.max(SHORT_OUTAGE_DELAY_MS, outageMs / OUTAGE_SHARE_DIVISOR));
  return addJitter(Math.min(longest, FIRST_MS * 2 ** Math.min(attempt, 10)), random);
}

/** Counts the attempts of one link, and how long it has been down. `now` is in milliseconds of a clock that is never set. */
export class ReconnectTimer {
  #attempt = 0;
  #downSince: number | undefined;

  /** The delay before the next try. */
  nextDelayMs(now = performance.now(), random: () => number = Math.random): number {
    this.#downSince ??= now;
    return getReconnectDelayMs(this.#attempt++, now - this.#downSince, random);
  }

  reset(): void {
    this.#attempt = 0;
    this.#downSince = undefined;
  }
}
