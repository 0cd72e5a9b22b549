import type { ScheduleWindow } from '@vitrine/contract/schedule-windows';
import type { PublishCandidate, Reason } from '../choose-publish.ts';
import type { LimitedItem } from '../validity.ts';

/**
 * An independent implementation of the rules, which shares nothing with the evaluator: it compares the digits of the local clock as text, and finds changes by
 * stepping through quarters of an hour.
 */
export const QUARTER_MS = 900_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant as local time, such as `2026-03-29 03:15`. */
export function formatWallClock(instant: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' });
  formats.set(timeZone, format);
  return format.format(instant);
}

function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const getWeekday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay();
const isSameMonth = (one: string, other: string) => one.slice(0, 7) === other.slice(0, 7);

/** Counts weeks backwards and forwards to find the place of a weekday in its month. */
function isOnDayOfMonth(on: ScheduleWindow['on'], date: string): boolean {
  if (!on) return false;
  if ('day' in on) return on.day === -1 ? !isSameMonth(shiftDate(date, 1), date) : Number(date.slice(8)) === on.day;
  if (getWeekday(date) !== on.weekday) return false;
  if (on.nth === -1) return !isSameMonth(shiftDate(date, 7), date);
  return isSameMonth(shiftDate(date, -7 * (on.nth - 1)), date) && !isSameMonth(shiftDate(date, -7 * on.nth), date);
}

const REPETITIONS: Record<string, (window: ScheduleWindow, date: string) => boolean> = {
  Daily: () => true,
  Once: (window, date) => window.date === date,
  Weekly: ({ weekdays = [] }, date) => weekdays.includes(getWeekday(date)),
  Dates: ({ dates = [] }, date) => dates.includes(date),
  Monthly: ({ on }, date) => isOnDayOfMonth(on, date),
  Yearly: ({ on, month }, date) => Number(date.slice(5, 7)) === month && isOnDayOfMonth(on, date),
};

function isWindowActive(window: ScheduleWindow, clock: string): boolean {
  const { from = '0000', until = '9999', except = [] } = window;
  const today = clock.slice(0, 10);
  return [today, shiftDate(today, -1)].some((day) => {
    if (day < from || day > until || except.includes(day) || !REPETITIONS[window.repeat]?.(window, day)) return false;
    const endDay = window.endTime < window.startTime ? shiftDate(day, 1) : day;
    return `${day} ${window.startTime}` <= clock && clock < `${endDay} ${window.endTime}`;
  });
}

/** Returns true when an item is shown at this local time. */
export function isItemActive({ valid }: LimitedItem, clock: string): boolean {
  if (!valid) return true;
  const { from = '0000', until = '9999', weekdays, startTime = '00:00', endTime = '24:00' } = valid;
  const now = clock.replace(' ', 'T');
  if (now < from || now >= until) return false;
  const today = clock.slice(0, 10);
  return [today, shiftDate(today, -1)].some((day) => {
    if (weekdays && !weekdays.includes(new Date(`${day}T12:00:00Z`).getUTCDay())) return false;
    const endDay = endTime < startTime ? shiftDate(day, 1) : day;
    return `${day} ${startTime}` <= clock && clock < `${endDay} ${endTime}`;
  });
}

interface Answer {
  publishId: string | null;
  reason: Reason;
}

/** Returns what is shown at this local time, and why. */
export function evaluateReference(publishes: readonly PublishCandidate[], clock: string): Answer {
  const last = (found: PublishCandidate[], toText: (publish: PublishCandidate) => string) =>
    [...found].sort((a, b) => `${toText(a)}${a.publishId}`.localeCompare(`${toText(b)}${b.publishId}`)).at(-1)?.publishId ?? null;
  const full = publishes.filter(({ items }) => items.some((item) => isItemActive(item, clock)));
  const scheduled = full.filter(
    ({ schedule, windows }) => schedule && (windows ?? [schedule]).some((window) => isWindowActive(window, clock)),
  );
  if (scheduled.length > 0)
    return { publishId: last(scheduled, ({ priority = 5, updatedAt }) => `${priority} ${updatedAt}`), reason: 'schedule' };
  const activated = full.filter(({ schedule, activatedAt }) => !schedule && activatedAt);
  if (activated.length > 0) return { publishId: last(activated, ({ activatedAt }) => activatedAt ?? ''), reason: 'activated' };
  const main = full.filter((publish) => publish.main);
  return main.length > 0 ? { publishId: last(main, ({ updatedAt }) => updatedAt), reason: 'main' } : { publishId: null, reason: 'idle' };
}

/** Returns the first quarter of an hour within this number of days at which the answer differs. Every edge of the vectors lies on one. */
export function findNextChange(publishes: readonly PublishCandidate[], timeZone: string, now: number, days: number): number | null {
  const text = (instant: number) => JSON.stringify(evaluateReference(publishes, formatWallClock(instant, timeZone)));
  const here = text(now);
  const first = Math.floor(now / QUARTER_MS + 1) * QUARTER_MS;
  for (let at = first; at <= now + days * 86_400_000; at += QUARTER_MS) if (text(at) !== here) return at;
  return null;
}
