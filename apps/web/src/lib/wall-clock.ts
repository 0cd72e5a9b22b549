/** Times as the clock of a device reads them, in 12 hours (specification 2 §2). */

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** `18:00` as `6:00 PM`. */
export function twelveHours(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The time of an instant there; with the day, when that is not today's. A zone the browser does not know counts as its own. */
export function momentWords(iso: string, timeZone: string, now = Date.now()): string {
  const read = (options: Intl.DateTimeFormatOptions, instant: number) => formatIn(timeZone, options).format(instant);
  const instant = Date.parse(iso);
  const time = read({ hour: 'numeric', minute: '2-digit' }, instant).replace('\u202f', ' ');
  const day = (at: number) => read({ year: 'numeric', month: '2-digit', day: '2-digit' }, at);
  if (day(instant) === day(now)) return time;
  // A weekday says which day for less than a week.
  return `${instant - now < WEEK_MS - DAY_MS ? read({ weekday: 'long' }, instant) : day(instant)} ${time}`;
}

function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch (cause) {
    if (cause instanceof RangeError) return new Intl.DateTimeFormat('en-US', options);
    throw cause;
  }
}
