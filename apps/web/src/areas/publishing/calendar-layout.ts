import type { OperatingHours } from '@vitrine/contract/operating-hours';
import { buildTimeline, type LossReason, listLosses, listOffSpans, type TimeSpan, toLocalDateTime, type Zone } from '@vitrine/playback';
import { formatTwelveHours } from '../../lib/wall-clock.ts';
import { COLOUR_COUNT } from './day-plan-layout.ts';
import { explainInstant, type PlannedPublish } from './playback-reasons.ts';

export type CalendarView = 'week' | 'month';

/** A publish that is not shown although its schedule is open. */
export interface CalendarLoss {
  key: string;
  publishId: string;
  name: string;
  from: string;
  to: string;
  why: string;
}

/** Time of a day in which the screen shows one playlist for one reason. */
export interface CalendarSegment {
  key: string;
  /** Playlist that is shown; null for the standby image. */
  publishId: string | null;
  name: string | null;
  /** One of the colors; null for the standby image. */
  colour: number | null;
  /** Position in the day, in percent. */
  start: number;
  length: number;
  from: string;
  to: string;
  /** Epoch milliseconds of the start. */
  at: number;
  /** True when a schedule shows it, so that its window can be moved. */
  isScheduled: boolean;
  losses: CalendarLoss[];
}

/** Time of a day outside of the operating hours. */
export interface OffTime {
  from: string;
  to: string;
  /** Position in the day, in percent. */
  start: number;
  length: number;
}

export interface CalendarDay {
  date: string;
  /** In hours: 24, and 23 or 25 when clocks change. */
  hours: number;
  segments: CalendarSegment[];
  /** Times in which the screen is off. It shows none of the segments then. */
  off: OffTime[];
  /** Minutes without a playlist. */
  gapMinutes: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const shiftDate = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const getWeekday = (date: string): number => new Date(date).getUTCDay();
const listDates = (first: string, count: number): string[] => Array.from({ length: count }, (_, day) => shiftDate(first, day));
const getStartOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;
const startOfWeek = (date: string): string => shiftDate(date, -getWeekday(date));

/** Returns the same place in the next or previous week or month. A month starts on its first day. */
export function shiftCalendar(view: CalendarView, date: string, by: 1 | -1): string {
  if (view === 'week') return shiftDate(date, 7 * by);
  return getStartOfMonth(shiftDate(getStartOfMonth(date), by === 1 ? 31 : -1));
}

/** Lists the days of the week, which starts on Sunday, or of the month that contains a date. */
export function listCalendarDates(view: CalendarView, date: string): string[] {
  if (view === 'week') return listDates(startOfWeek(date), 7);
  const first = getStartOfMonth(date);
  return listDates(first, (Date.parse(shiftCalendar('month', date, 1)) - Date.parse(first)) / DAY_MS);
}

/** Number of empty cells before the first day of a month in a grid of weeks. */
export const countLeadingCells = (dates: readonly string[]): number => getWeekday(dates[0] ?? '1970-01-04');

export const LOSS_LABELS: Record<LossReason, string> = {
  priority: 'lower priority',
  updated: 'updated earlier',
  items: 'all of it is shown at other times',
  empty: 'nothing to show',
};

/** Returns one day of a screen by the evaluator that the screen uses. */
export function layoutCalendarDay(
  plan: readonly PlannedPublish[],
  timeZone: Zone,
  date: string,
  hours?: readonly OperatingHours[],
): CalendarDay {
  const day = buildTimeline({ publishes: plan, timeZone, date });
  const losses = listLosses({ publishes: plan, timeZone }, day);
  const dayLength = day.to - day.from;
  const formatTime = (instant: number) => formatTwelveHours(toLocalDateTime(instant, timeZone).time);
  const format = ({ from, to }: TimeSpan) => ({ from: formatTime(from), to: formatTime(to) });
  const locate = ({ from, to }: TimeSpan) => ({ start: ((from - day.from) / dayLength) * 100, length: ((to - from) / dayLength) * 100 });
  const segments = day.stretches.map(({ publish, reason, ...span }): CalendarSegment => {
    const lost = losses
      .map((loss) => ({ ...loss, from: Math.max(loss.from, span.from), to: Math.min(loss.to, span.to) }))
      .filter(({ from, to }) => from < to);
    return {
      key: `${span.from}-${publish?.publishId ?? 'idle'}-${reason}`,
      publishId: publish?.publishId ?? null,
      name: publish?.name ?? null,
      colour: publish ? plan.indexOf(publish) % COLOUR_COUNT : null,
      ...locate(span),
      ...format(span),
      at: span.from,
      isScheduled: reason === 'schedule',
      losses: lost.map((loss) => ({
        key: `${loss.publish.publishId}-${loss.from}`,
        publishId: loss.publish.publishId,
        name: loss.publish.name,
        ...format(loss),
        why: LOSS_LABELS[loss.why],
      })),
    };
  });
  const gap = day.stretches.filter(({ publish }) => publish === null).reduce((sum, { from, to }) => sum + to - from, 0);
  const off = listOffSpans({ hours, timeZone, from: day.from, to: day.to }).map((span) => ({ ...locate(span), ...format(span) }));
  return { date, hours: dayLength / HOUR_MS, segments, off, gapMinutes: gap / 60_000 };
}

/** Describes when the screen is off on a day: `Off 12:00 AM – 8:00 AM, 8:00 PM – 12:00 AM`. Null when it is on all day. */
export function describeOffTimes({ off }: CalendarDay): string | null {
  if (off.length === 0) return null;
  return off.some(isWholeDay) ? 'Off all day' : `Off ${off.map(({ from, to }) => `${from} – ${to}`).join(', ')}`;
}

const isWholeDay = ({ length }: { length: number }): boolean => length >= 100;

/** Formats the times of a segment: `12:00 PM – 4:00 PM`, `All day`. */
export const formatSegmentTimes = (segment: Pick<CalendarSegment, 'from' | 'to' | 'length'>): string =>
  isWholeDay(segment) ? 'All day' : `${segment.from} – ${segment.to}`;

/**
 * Returns the first part of a segment in which the screen is on and that is at least `minLength` percent of the day long, in percent of the day. Without such a
 * part, returns null.
 */
export function findVisiblePart(
  { start, length }: Pick<CalendarSegment, 'start' | 'length'>,
  off: readonly Pick<OffTime, 'start' | 'length'>[],
  minLength: number,
): { start: number; length: number } | null {
  const end = start + length;
  let from = start;
  for (const time of [...off, { start: end, length: 0 }]) {
    const to = Math.min(time.start, end);
    if (to - from >= minLength) return { start: from, length: to - from };
    from = Math.max(from, time.start + time.length);
  }
  return null;
}

/** Explains why a segment shows its playlist. */
export const explainSegment = (plan: readonly PlannedPublish[], timeZone: Zone, { at }: CalendarSegment): string =>
  explainInstant(plan, timeZone, at).why;

const format = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(Date.parse(date));

export const formatCalendarDay = (date: string): string => format(date, { weekday: 'long', month: 'long', day: 'numeric' });
export const formatShortDay = (date: string): string => `${format(date, { weekday: 'short' })} ${Number(date.slice(8))}`;

/** Formats the week or month: `Nov 29 – Dec 5, 2026`, `December 2026`. */
export function formatCalendarRange(view: CalendarView, dates: readonly string[]): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  if (view === 'month') return format(first, { month: 'long', year: 'numeric' });
  return `${format(first, { month: 'short', day: 'numeric' })} – ${format(last, { month: 'short', day: 'numeric', year: 'numeric' })}`;
}
