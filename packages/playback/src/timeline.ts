import { type Decidable, decide, type Reason } from './decide.ts';
import { edgesOn, holdsAt } from './schedule-window.ts';
import { clockChanges, DAY_MS, instantsOf, readingAt, type Zone } from './wall-clock.ts';

/** From one instant to the next, in epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

export interface Stretch<T> extends Span {
  publish: T | null;
  reason: Reason;
}

export interface Timeline<T> extends Span {
  /** What is shown, without gaps from the start to the end of the day. */
  stretches: Stretch<T>[];
  /** The windows of schedules, also where another wins. */
  windows: (Span & { publish: T })[];
  /** Instants at which the clocks change. */
  changes: number[];
}

interface TimelineQuestion<T extends Decidable> {
  publishes: readonly T[];
  timeZone: Zone;
  /** YYYY-MM-DD in that zone. */
  date: string;
}

/** One day of a device, as its screen will show it. A day on which clocks change has 23 hours, or 25. */
export function timelineOf<T extends Decidable>({ publishes, timeZone, date }: TimelineQuestion<T>): Timeline<T> {
  const midnight = readingOf(date, '00:00');
  const from = firstInstantOf(midnight, timeZone);
  const to = firstInstantOf(midnight + DAY_MS, timeZone);
  const changes = clockChanges(from, to, timeZone).filter((instant) => instant < to);
  const stretches: Stretch<T>[] = [];
  for (let at = from; at < to; ) {
    const { publish, reason, until } = decide({ publishes, timeZone, now: at });
    const end = until === null ? to : Math.min(until, to);
    stretches.push({ from: at, to: end, publish, reason });
    at = end;
  }
  const windows = publishes.flatMap((publish) =>
    windowsOf(publish, { from, to }, midnight, changes, timeZone).map((span) => ({ ...span, publish })),
  );
  return { from, to, stretches, windows, changes };
}

/** The instants at which the clock reads this: none when it is skipped, two when it comes twice. */
export const instantsAt = (date: string, time: string, timeZone: Zone): number[] => instantsOf(readingOf(date, time), timeZone);

/** The first instant at which the clock reads this or, where that is skipped, more. */
export function firstInstantAt(date: string, time: string, timeZone: Zone): number {
  return firstInstantOf(readingOf(date, time), timeZone);
}

/** Returns the local date and time at an instant. */
export function readAt(instant: number, timeZone: Zone): { date: string; time: string } {
  const text = new Date(readingAt(instant, timeZone)).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

const readingOf = (date: string, time: string): number => Date.parse(`${date}T${time}:00.000Z`);

function firstInstantOf(reading: number, timeZone: Zone): number {
  const [instant] = instantsOf(reading, timeZone);
  if (instant !== undefined) return instant;
  // No zone is more than a day off; the change that skips the reading is about there.
  const changes = clockChanges(reading - DAY_MS, reading + DAY_MS, timeZone);
  return changes.find((change) => readingAt(change, timeZone) >= reading) ?? reading;
}

function windowsOf(publish: Decidable, day: Span, midnight: number, changes: readonly number[], timeZone: Zone): Span[] {
  const { schedule, items } = publish;
  if (schedule === null || items.length === 0) return [];
  const edges = edgesOn(schedule, [midnight - DAY_MS, midnight], timeZone);
  const inside = [...edges, ...changes].filter((instant) => instant > day.from && instant < day.to);
  const points = [day.from, ...new Set(inside.toSorted((a, b) => a - b)), day.to];
  const spans: Span[] = [];
  for (const [index, from] of points.entries()) {
    const to = points[index + 1];
    if (to === undefined || !holdsAt(schedule, readingAt(from, timeZone))) continue;
    const last = spans.at(-1);
    if (last?.to === from) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}
