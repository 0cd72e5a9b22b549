import { isShownAt, type PublishCandidate, type RankedPublish, type Reason, rankPublishes } from './choose-publish.ts';
import { listClockChanges, listInstants } from './clock-changes.ts';
import { createCalendar, createOpenCheck, listEdges, listWindowEdges, type SpanCalendar, type TimeSpan } from './edges.ts';
import { listWindows } from './publish-schedule.ts';
import { isOpenAt } from './schedule-window.ts';
import { finishSteps, type Steps } from './steps.ts';
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

/** Number of windows that one step evaluates, and number of comparisons of a publish with an instant. */
const [STEP_WINDOWS, STEP_COMPARISONS] = [400, 5000];

/** Returns what a screen will show on one day. Days on which the clocks change have 23 or 25 hours. */
export function buildTimeline<T extends PublishCandidate>({ publishes, timeZone, date }: TimelineRequest<T>): Timeline<T> {
  const day = createDay(date, timeZone);
  const { from, to } = day;
  const stretches = finishSteps(stepDayStretches(publishes, timeZone, day));
  const windows = publishes.flatMap((publish) => listOpenSpans(publish, timeZone, day).map((span) => ({ ...span, publish })));
  return { from, to, stretches, windows, changes: day.changes.filter((instant) => instant < to) };
}

/** Computes the stretches of `buildTimeline` in steps. */
export function* stepStretches<T extends PublishCandidate>({
  publishes,
  timeZone,
  date,
}: TimelineRequest<T>): Steps<TimeSpan & { stretches: Stretch<T>[] }> {
  const day = createDay(date, timeZone);
  return { from: day.from, to: day.to, stretches: yield* stepDayStretches(publishes, timeZone, day) };
}

function createDay(date: string, timeZone: Zone): SpanCalendar {
  const midnight = parseWallClock(date, '00:00');
  return createCalendar(timeZone, { from: findFirstInstant(midnight, timeZone), to: findFirstInstant(midnight + DAY_MS, timeZone) });
}

function* stepDayStretches<T extends PublishCandidate>(publishes: readonly T[], timeZone: Zone, day: SpanCalendar): Steps<Stretch<T>[]> {
  const ranked = rankPublishes(publishes);
  const edges = new Set<number>();
  // The windows of a day are sorted once. Otherwise each of its edges would be compared with each window.
  const candidates: (RankedPublish<T> & { isOpen: (reading: number) => boolean })[] = [];
  let windows = 0;
  for (const candidate of ranked) {
    for (const instant of listEdges([candidate], day)) edges.add(instant);
    candidates.push({ ...candidate, isOpen: createOpenCheck(candidate.windows, day) });
    windows += candidate.windows?.length ?? 0;
    if (windows < STEP_WINDOWS) continue;
    windows = 0;
    yield;
  }
  const stretches: Stretch<T>[] = [];
  let comparisons = 0;
  const sorted = [...edges].sort((one, other) => one - other);
  for (const span of toSpans(sorted, day)) {
    const reading = getWallClock(span.from, timeZone);
    const shown = candidates.find(({ publish, isOpen }) => isOpen(reading) && isShownAt(publish, reading));
    stretches.push({ ...span, publish: shown?.publish ?? null, reason: shown?.reason ?? 'idle' });
    comparisons += candidates.length;
    if (comparisons < STEP_COMPARISONS) continue;
    comparisons = 0;
    yield;
  }
  return joinSpans(stretches, (one, other) => one.publish === other.publish && one.reason === other.reason);
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
  const isOpen = ({ from }: TimeSpan) => isOpenAt(windows, getWallClock(from, timeZone));
  return joinSpans(toSpans(listWindowEdges([windows], day), day).filter(isOpen), () => true);
}

/** Divides a time at the given instants. */
export function toSpans(instants: readonly number[], { from, to }: TimeSpan): TimeSpan[] {
  const points = [from, ...instants.filter((instant) => instant < to), to];
  return points.slice(1).map((end, index) => ({ from: points[index] ?? end, to: end }));
}

/** Joins adjacent spans for which `isSame` is true. */
export function joinSpans<T extends TimeSpan>(spans: readonly T[], isSame: (one: T, other: T) => boolean): T[] {
  const joined: T[] = [];
  for (const span of spans) {
    const last = joined[joined.length - 1];
    if (last?.to === span.from && isSame(last, span)) last.to = span.to;
    else joined.push(span);
  }
  return joined;
}
