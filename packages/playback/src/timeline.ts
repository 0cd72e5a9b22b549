import { decide, type PublishCandidate, type Reason } from './decide.ts';
import { isActiveAt, listWindowEdges } from './schedule-window.ts';
import { DAY_MS, getWallClock, listClockChanges, listInstants, type Zone } from './wall-clock.ts';

/** From one instant to the next, in epoch milliseconds. */
export interface TimeSpan {
  from: number;
  to: number;
}

export interface Stretch<T> extends TimeSpan {
  publish: T | null;
  reason: Reason;
}

export interface Timeline<T> extends TimeSpan {
  /** What is shown, without gaps from the start to the end of the day. */
  stretches: Stretch<T>[];
  /** The windows of schedules, also where another wins. */
  windows: (TimeSpan & { publish: T })[];
  /** Instants at which the clocks change. */
  changes: number[];
}

interface TimelineRequest<T extends PublishCandidate> {
  publishes: readonly T[];
  timeZone: Zone;
  /** YYYY-MM-DD in that zone. */
  date: string;
}

/** One day of a device, as its screen will show it. A day on which clocks change has 23 hours, or 25. */
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

/** The instants at which the clock reads this: none when it is skipped, two when it comes twice. */
export const listInstantsAt = (date: string, time: string, timeZone: Zone): number[] => listInstants(parseWallClock(date, time), timeZone);

/** The first instant at which the clock reads this or, where that is skipped, more. */
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
  // No zone is more than a day off; the change that skips the reading is about there.
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
