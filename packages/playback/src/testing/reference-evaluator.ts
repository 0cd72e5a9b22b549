import type { Schedule } from '@vitrine/contract/schedule';
import type { PublishCandidate, Reason } from '../choose-publish.ts';
import type { LimitedItem } from '../validity.ts';

/**
 * A second opinion, written from the rule and sharing nothing with the evaluator: it compares
 * the digits of the wall clock as text, and finds changes by walking forward in quarter hours.
 */
export const QUARTER_MS = 900_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-03-29 03:15` as a clock on the wall shows it. */
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

function isWindowActive(schedule: Schedule, clock: string): boolean {
  const today = clock.slice(0, 10);
  return [today, shiftDate(today, -1)].some((day) => {
    if (schedule.repeat === 'Once' && schedule.date !== day) return false;
    if (schedule.repeat === 'Weekly' && !schedule.weekdays?.includes(new Date(`${day}T12:00:00Z`).getUTCDay())) return false;
    const endDay = schedule.endTime < schedule.startTime ? shiftDate(day, 1) : day;
    return `${day} ${schedule.startTime}` <= clock && clock < `${endDay} ${schedule.endTime}`;
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
  const last = (found: PublishCandidate[], key: 'updatedAt' | 'activatedAt') =>
    [...found].sort((a, b) => `${a[key]}${a.publishId}`.localeCompare(`${b[key]}${b.publishId}`)).at(-1)?.publishId;
  const full = publishes.filter(({ items }) => items.some((item) => isItemActive(item, clock)));
  const scheduled = full.filter(({ schedule }) => schedule && isWindowActive(schedule, clock));
  if (scheduled.length > 0) return { publishId: last(scheduled, 'updatedAt') ?? null, reason: 'schedule' };
  const activated = full.filter(({ schedule, activatedAt }) => !schedule && activatedAt);
  if (activated.length > 0) return { publishId: last(activated, 'activatedAt') ?? null, reason: 'activated' };
  const main = full.filter((publish) => publish.main);
  return main.length > 0 ? { publishId: last(main, 'updatedAt') ?? null, reason: 'main' } : { publishId: null, reason: 'idle' };
}

/** Returns the first quarter of an hour within this number of days at which the answer differs. Every edge of the vectors lies on one. */
export function findNextChange(publishes: readonly PublishCandidate[], timeZone: string, now: number, days: number): number | null {
  const text = (instant: number) => JSON.stringify(evaluateReference(publishes, formatWallClock(instant, timeZone)));
  const here = text(now);
  const first = Math.floor(now / QUARTER_MS + 1) * QUARTER_MS;
  for (let at = first; at <= now + days * 86_400_000; at += QUARTER_MS) if (text(at) !== here) return at;
  return null;
}
