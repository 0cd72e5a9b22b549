import { type Choice, chooseRanked, type PublishCandidate, rankPublishes } from './choose-publish.ts';
import { createCalendar, listEdges, type TimeSpan } from './edges.ts';
import { joinSpans, toSpans } from './timeline.ts';
import { DAY_MS, getWallClock, type Zone } from './wall-clock.ts';

/** Time in which a screen shows something else after a change of its publishes. */
export interface PlanChange<T extends PublishCandidate> extends TimeSpan {
  before: Choice<T>;
  after: Choice<T>;
}

interface PlanChangesRequest<T extends PublishCandidate> {
  before: readonly T[];
  after: readonly T[];
  timeZone: Zone;
  /** Start of the comparison, in epoch milliseconds. */
  from: number;
  /** Days in which all changes are listed. */
  days: number;
  /** Days within which the first change is searched when those days have none. */
  searchDays: number;
}

/** Days that are compared at a time. */
const STEP_DAYS = 8;

/**
 * Lists when a screen shows another playlist than before within some days. When nothing changes in these days, it lists the changes of the first later days that
 * have one.
 */
export function listPlanChanges<T extends PublishCandidate>(request: PlanChangesRequest<T>): PlanChange<T>[] {
  const { timeZone, from, days, searchDays } = request;
  const [before, after] = [rankPublishes(request.before), rankPublishes(request.after)];
  const changes: PlanChange<T>[] = [];
  const end = from + searchDays * DAY_MS;
  const listedUntil = from + days * DAY_MS;
  let start = from;
  while (start < end && (start < listedUntil || changes.length === 0)) {
    const time = { from: start, to: Math.min(start + STEP_DAYS * DAY_MS, start < listedUntil ? listedUntil : end) };
    start = time.to;
    const spans = toSpans(listEdges([...before, ...after], createCalendar(timeZone, time)), time).map(({ from: at, to }) => {
      const reading = getWallClock(at, timeZone);
      return { from: at, to, before: chooseRanked(before, reading), after: chooseRanked(after, reading) };
    });
    changes.push(...spans.filter((span) => !isSame(span.before, span.after)));
  }
  return joinSpans(changes, (one, other) => isSame(one.before, other.before) && isSame(one.after, other.after));
}

/** The same playlist for another reason is not a change. */
const isSame = (one: Choice<PublishCandidate>, other: Choice<PublishCandidate>): boolean =>
  one.publish?.publishId === other.publish?.publishId;
