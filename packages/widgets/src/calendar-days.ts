import type { CalendarDocument } from '@vitrine/contract/sources';
import { findFirstInstantAt, getLocalDate } from '@vitrine/playback';
import type { DrawContext } from './node.ts';

/** An event at the screen: instants, end exclusive. */
export interface ScreenEvent {
  title: string;
  place: string;
  from: number;
  to: number;
  isAllDay: boolean;
  isBusy: boolean;
}

/** Returns the events of a calendar in the order of their start. All-day events are days of the screen's clock. */
export function listEvents({ events }: CalendarDocument, { zone }: DrawContext): ScreenEvent[] {
  const midnight = (date: string) => findFirstInstantAt(date, '00:00', zone);
  return events
    .map(({ title, place, isBusy, time }) => ({
      title: title || 'Busy',
      place,
      isBusy,
      ...('from' in time
        ? { from: time.from, to: time.to, isAllDay: false }
        : { from: midnight(time.fromDate), to: midnight(time.toDate), isAllDay: true }),
    }))
    .sort((a, b) => a.from - b.from);
}

export interface ScreenDay {
  /** Such as '2026-11-27'. */
  date: string;
  from: number;
  to: number;
}

/** Returns today and the days after it. */
export function listScreenDays(count: number, { now, zone }: DrawContext): ScreenDay[] {
  const today = Date.parse(getLocalDate(now, zone));
  const dates = Array.from({ length: count + 1 }, (_, index) => new Date(today + index * 86_400_000).toISOString().slice(0, 10));
  const starts = dates.map((date) => findFirstInstantAt(date, '00:00', zone));
  return dates.slice(0, count).map((date, index) => ({ date, from: starts[index] ?? 0, to: starts[index + 1] ?? 0 }));
}

/** Returns true for events of no length, too. */
export const isDuring = ({ from, to }: ScreenEvent, span: { from: number; to: number }): boolean =>
  from < span.to && Math.max(to, from + 1) > span.from;

/** Returns the next instant at which an event starts or ends, or the day does. */
export function findNextChange(events: readonly ScreenEvent[], context: DrawContext): number {
  const [today] = listScreenDays(1, context);
  const instants = events.flatMap(({ from, to }) => [from, to]).filter((instant) => instant > context.now);
  return Math.min(today?.to ?? Infinity, ...instants);
}
