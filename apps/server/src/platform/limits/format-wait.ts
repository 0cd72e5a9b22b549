const MINUTE_S = 60;
const HOUR_S = 3600;

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** Formats how long to wait, rounded up: `5 seconds`, `15 minutes`, `24 hours`. */
export function formatWait(seconds: number): string {
  if (seconds <= MINUTE_S) return count(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= 2 * HOUR_S) return count(Math.ceil(seconds / MINUTE_S), 'minute');
  return count(Math.ceil(seconds / HOUR_S), 'hour');
}
