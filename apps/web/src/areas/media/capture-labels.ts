const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** `2024-07-21T14:03:59+02:00` as the clock there showed it: `July 21, 2024 at 2:03 PM (UTC+02:00)`. */
export function formatCaptureTime(takenAt: string): string {
  const [clock, offset] = [takenAt.slice(0, 19), takenAt.slice(19)];
  const words = MOMENT.format(new Date(`${clock}Z`)).replace('\u202f', ' ');
  return offset ? `${words} (UTC${offset})` : words;
}

/** `2024-07-21` as `July 21, 2024`. */
export const formatLongDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** `2024-07` as `July 2024`. */
export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
