import type { Media } from '@vitrine/contract/media';
import type { MediaValidity } from '@vitrine/contract/media-validity';
import { formatCount } from '../../lib/format.ts';
import { formatTimeRange, formatWeekdays, readBrowserClock } from '../../lib/wall-clock.ts';

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const parseReading = (text: string) => Date.parse(`${text}Z`);
const formatMoment = (text: string) => MOMENT.format(parseReading(text)).replace('\u202f', ' ');

/** Formats when an item is shown: `From Dec 1, 2026, 8:00 AM until Dec 27, 2026, 12:00 AM, Mon, Tue, 9:00 AM–5:00 PM`. */
export function formatPeriod({ from, until, weekdays, startTime, endTime }: MediaValidity): string {
  const dates = [from && `from ${formatMoment(from)}`, until && `until ${formatMoment(until)}`].filter(Boolean).join(' ');
  const times = startTime && endTime && formatTimeRange(startTime, endTime);
  const text = [dates, weekdays && formatWeekdays(weekdays), times].filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats how long an item stays on screens. */
export const formatOwnDuration = ({ duration }: Pick<Media, 'duration'>): string =>
  duration === null ? 'As set in the playlist' : formatCount(duration, 'second');

/** `upcoming`: it starts later. `limited`: it is shown on some days or at some times, or ends later. */
export type PeriodState = 'expired' | 'upcoming' | 'limited';

/** Returns the state of a period by this browser's clock. A screen uses the clock of its time zone. */
export function getPeriodState({ from, until }: MediaValidity, reading = readBrowserClock()): PeriodState {
  if (until !== undefined && reading >= parseReading(until)) return 'expired';
  return from !== undefined && reading < parseReading(from) ? 'upcoming' : 'limited';
}

/** Returns the text of the mark on a tile. */
export function getPeriodMark(valid: MediaValidity, reading = readBrowserClock()): string {
  const state = getPeriodState(valid, reading);
  if (state === 'expired') return 'Expired';
  if (state === 'limited' || valid.from === undefined) return 'Scheduled';
  const isThisYear = new Date(reading).getUTCFullYear() === Number(valid.from.slice(0, 4));
  return `From ${(isThisYear ? DAY : DAY_OF_YEAR).format(parseReading(valid.from))}`;
}
