const FIRST_MS = 1000;
const MAX_DELAY_MS = 60_000;

/** Returns the delay before an attempt, counted from 1. Doubles with each attempt up to a maximum, with jitter. */
export function getBackoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_DELAY_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
  return addJitter(full, random);
}

/** Varies a duration randomly by up to half either way, so that a fleet does not send requests at the same moment. */
export function addJitter(durationMs: number, random: () => number = Math.random): number {
  return durationMs * (0.5 + random());
}
