import type { MediaValidity } from '@vitrine/contract/media-validity';
import type { ScheduleWindow } from '@vitrine/contract/schedule-windows';
import type { PublishCandidate, RankedPublish } from './choose-publish.ts';
import { listClockChanges, listInstants } from './clock-changes.ts';
import { type CalendarDay, listOpenings, toCalendarDay } from './schedule-window.ts';
import { parseReading, toWindow } from './validity.ts';
import { DAY_MS, getStartOfDay, getWallClock, type Zone } from './wall-clock.ts';

/** Time between two instants, in epoch milliseconds. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Lists the distinct periods of a publish's items, outside of which it is skipped. Returns none when an item is always shown. */
function listPeriods({ items }: PublishCandidate): MediaValidity[] {
  const periods = items.flatMap(({ valid }) => valid ?? []);
  if (periods.length < items.length) return [];
  return [...new Map(periods.map((valid) => [JSON.stringify(valid), valid])).values()];
}

/** Days and conversions of readings for a time, shared by all windows that are evaluated for it. */
export interface SpanCalendar extends TimeSpan {
  /** Days on which windows start that may be open within the time, beginning with the day before. */
  days: CalendarDay[];
  /** Instants in (from, to] at which the clock changes. */
  changes: number[];
  listInstants: (reading: number) => readonly number[];
}

export function createCalendar(timeZone: Zone, { from, to }: TimeSpan): SpanCalendar {
  const first = getStartOfDay(getWallClock(from, timeZone)) - DAY_MS;
  const last = getStartOfDay(getWallClock(to, timeZone));
  // Many windows start at the same time.
  const known = new Map<number, readonly number[]>();
  return {
    from,
    to,
    days: Array.from({ length: (last - first) / DAY_MS + 1 }, (_, index) => toCalendarDay(first + index * DAY_MS)),
    changes: listClockChanges(from, to, timeZone),
    listInstants(reading) {
      const instants = known.get(reading) ?? listInstants(reading, timeZone);
      known.set(reading, instants);
      return instants;
    },
  };
}

/**
 * Returns a function that checks whether one of these windows is open at a reading of the calendar's time. Null is always open. The windows are sorted once, which
 * is faster for times with many instants.
 */
export function createOpenCheck(windows: readonly ScheduleWindow[] | null, { days }: SpanCalendar): (reading: number) => boolean {
  if (windows === null) return () => true;
  // The clock may be set back to the day before the time, and a window of the previous day may be open then.
  const earliest = (days[0]?.midnight ?? 0) - DAY_MS;
  // Openings and closings alternate. A window of the previous day may close after the first one of a day opens.
  const edges: number[] = [];
  for (const day of [toCalendarDay(earliest), ...days]) addSpans(edges, listOpenings(windows, day));
  return (reading) => countUntil(edges, reading) % 2 === 1;
}

/** Adds the openings and closings of a day to those of the days before. Spans that overlap or follow each other are joined. */
function addSpans(edges: number[], openings: readonly number[]): void {
  for (let index = 0; index < openings.length; index += 2) {
    const [start = 0, end = 0] = openings.slice(index, index + 2);
    const last = edges[edges.length - 1];
    if (last === undefined || start > last) edges.push(start, end);
    else if (end > last) edges[edges.length - 1] = end;
  }
}

/** Counts the readings that are not after this one. The list is sorted. */
function countUntil(sorted: readonly number[], reading: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= reading) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists all instants in (from, to] at which one of these publishes may become available or unavailable, in ascending order. */
export function listEdges(ranked: readonly RankedPublish<PublishCandidate>[], calendar: SpanCalendar): number[] {
  const schedules = ranked.flatMap(({ windows }) => (windows === null ? [] : [windows]));
  const periods = [...new Set(ranked.map(({ publish }) => publish))].flatMap(listPeriods);
  const ends = periods.flatMap(({ from, until }) => [from, until]).flatMap((text) => (text === undefined ? [] : parseReading(text)));
  return listWindowEdges([...schedules, ...periods.map((valid) => [toWindow(valid)])], calendar, ends);
}

/**
 * Lists all instants in (from, to] at which one of these groups of windows may open or close, or the clock shows one of the readings, in ascending order.
 * Includes changes of the clock.
 */
export function listWindowEdges(
  groups: readonly (readonly ScheduleWindow[])[],
  { from, to, days, changes, listInstants: toInstants }: SpanCalendar,
  readings: readonly number[] = [],
): number[] {
  const instants = new Set(changes);
  const addInstants = (reading: number) => {
    for (const instant of toInstants(reading)) if (instant > from && instant <= to) instants.add(instant);
  };
  for (const day of days) for (const windows of groups) listOpenings(windows, day).forEach(addInstants);
  readings.forEach(addInstants);
  return [...instants].sort((a, b) => a - b);
}
