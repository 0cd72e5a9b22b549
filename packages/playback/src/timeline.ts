import { chooseRanked, type PublishCandidate, type Reason, rankPublishes } from './choose-publish.ts';
import { listClockChanges, listInstants } from './clock-changes.ts';
import { createCalendar, listEdges, listWindowEdges, type SpanCalendar, type TimeSpan } from './edges.ts';
import { listWindows } from './publish-schedule.ts';
import { isActiveAt } from './schedule-window.ts';
import { DAY_MS, getWallClock, type Zone } from './wall-clock.ts';

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
  const day = createCalendar(timeZone, { from, to });
  const ranked = rankPublishes(publishes);
  const stretches = joinSpans(
    toSpans(listEdges(ranked, day), day).map((span) => ({ ...span, ...chooseRanked(ranked, getWallClock(span.from, timeZone)) })),
    (one, other) => one.publish === other.publish && one.reason === other.reason,
  );
  const windows = publishes.flatMap((publish) => listOpenSpans(publish, timeZone, day).map((span) => ({ ...span, publish })));
  return { from, to, stretches, windows, changes: day.changes.filter((instant) => instant < to) };
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

/** Lists the times of a day at which the windows of a publish are open. Windows that overlap or follow each other are one. */
function listOpenSpans(publish: PublishCandidate, timeZone: Zone, day: SpanCalendar): TimeSpan[] {
  const windows = listWindows(publish);
  if (windows === null || publish.items.length === 0) return [];
  const isOpen = ({ from }: TimeSpan) => {
    const reading = getWallClock(from, timeZone);
    return windows.some((window) => isActiveAt(window, reading));
  };
  return joinSpans(toSpans(listWindowEdges([windows], day), day).filter(isOpen), () => true);
}

/** Divides a time at the instants within it. */
export function toSpans(instants: readonly number[], { from, to }: TimeSpan): TimeSpan[] {
  const points = [from, ...instants.filter((instant) => instant < to), to];
  return points.slice(1).map((end, index) => ({ from: points[index] ?? end, to: end }));
}

/** Joins spans that follow each other and are the same. */
export function joinSpans<T extends TimeSpan>(spans: readonly T[], isSame: (one: T, other: T) => boolean): T[] {
  const joined: T[] = [];
  for (const span of spans) {
    const last = joined[joined.length - 1];
    if (last?.to === span.from && isSame(last, span)) last.to = span.to;
    else joined.push(span);
  }
  return joined;
}
