import type { PublishCandidate, Reason } from './choose-publish.ts';
import { listClockChanges, listInstants } from './clock-changes.ts';
import { decide } from './decide.ts';
import { listWindowEdges } from './edges.ts';
import { isActiveAt } from './schedule-window.ts';
import { DAY_MS, getWallClock, type Zone } from './wall-clock.ts';

/** Time between two instants, in epoch milliseconds. */
export interface TimeSpan {
  from: number;
  to: number;
}

export interface Stretch<T> extends TimeSpan {
  publish: T | null;
  reason: Reason;
}

export interface Timeline<T> extends TimeSpan {
  /** Periods of the day with what is shown in each, in order and without gaps. */
  stretches: Stretch<T>[];
  /** All schedule windows, including the times when another schedule takes precedence. */
  windows: (TimeSpan & { publish: T })[];
  /** Instants at which the clocks change. */
  changes: number[];
}

interface TimelineRequest<T extends PublishCandidate> {
  publishes: readonly T[];
  timeZone: Zone;
  /** Date in the time zone, as YYYY-MM-DD. */
  date: string;
}

/** Returns what a screen will show on one day. Days on which the clocks change have 23 or 25 hours. */
export function buildTimeline<T extends PublishCandidate>({ publishes, timeZone, date }: TimelineRequest<T>): Timeline<T> {
  const midnight = parseWallClock(date, '00:00');
  const from = findFirstInstant(midnight, timeZone);
  const to = findFirstInstant(midnight + DAY_MS, timeZone);
  const changes = listClockChanges(from, to, timeZone).filter((instant) => instant < to);
  const stretches: Stretch<T>[] = [];
  for (let at = from; at < to; ) {
    const { publish, reason, until } = decide({ publishes, timeZone, now: at });
    const end = until === null ? to : Math.min(until, to);
    stretches.push({ from: at, to: end, publish, reason });
    at = end;
  }
  const windows = publishes.flatMap((publish) =>
    listWindows(publish, { from, to }, midnight, changes, timeZone).map((span) => ({ ...span, publish })),
  );
  return { from, to, stretches, windows, changes };
}

/** Lists the instants of a local time: none when the clocks skip it, two when it occurs twice. */
export const listInstantsAt = (date: string, time: string, timeZone: Zone): number[] => listInstants(parseWallClock(date, time), timeZone);

/** Returns the first instant of a local time, or the next existing time when the clocks skip it. */
export function findFirstInstantAt(date: string, time: string, timeZone: Zone): number {
  return findFirstInstant(parseWallClock(date, time), timeZone);
}

/** Returns the local date and time at an instant. */
export function toLocalDateTime(instant: number, timeZone: Zone): { date: string; time: string } {
  const text = new Date(getWallClock(instant, timeZone)).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

const parseWallClock = (date: string, time: string): number => Date.parse(`${date}T${time}:00.000Z`);

function findFirstInstant(reading: number, timeZone: Zone): number {
  const [instant] = listInstants(reading, timeZone);
  if (instant !== undefined) return instant;
  // Offsets are less than a day, so the change that skips the reading is within a day of it.
  const changes = listClockChanges(reading - DAY_MS, reading + DAY_MS, timeZone);
  return changes.find((change) => getWallClock(change, timeZone) >= reading) ?? reading;
}

function listWindows(publish: PublishCandidate, day: TimeSpan, midnight: number, changes: readonly number[], timeZone: Zone): TimeSpan[] {
  const { schedule, items } = publish;
  if (schedule === null || items.length === 0) return [];
  const edges = listWindowEdges(schedule, [midnight - DAY_MS, midnight], timeZone);
  const inside = [...edges, ...changes].filter((instant) => instant > day.from && instant < day.to);
  const points = [day.from, ...new Set(inside.toSorted((a, b) => a - b)), day.to];
  const spans: TimeSpan[] = [];
  for (const [index, from] of points.entries()) {
    const to = points[index + 1];
    if (to === undefined || !isActiveAt(schedule, getWallClock(from, timeZone))) continue;
    const last = spans.at(-1);
    if (last?.to === from) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}
