const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `once`, `1,240 times`. */
export const formatTimes = (count: number): string => (count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`);

/** How long something hung on a wall: `less than a minute`, `42 min`, `3 h 20 min`. */
export function formatTimeOnScreen(shownMs: number): string {
  const minutes = Math.round(shownMs / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor((minutes * MINUTE_MS) / HOUR_MS);
  return minutes % 60 === 0 ? `${hours.toLocaleString('en-US')} hr` : `${hours.toLocaleString('en-US')} hr ${minutes % 60} min`;
}
