const FIRST_MS = 1000;
const MAX_DELAY_MS = 60_000;

/** Milliseconds to wait before try number `attempt` (from 1): doubled each time, capped, and spread by half either way. */
export function getBackoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(MAX_DELAY_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
  return addJitter(full, random);
}

/** Spread by half either way, so that a fleet does not ask at once. */
export function addJitter(durationMs: number, random: () => number = Math.random): number {
  return durationMs * (0.5 + random());
}
