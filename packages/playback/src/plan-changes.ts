import { type Choice, chooseRanked, type PublishCandidate, rankPublishes } from './choose-publish.ts';
import { createCalendar, listEdges, type TimeSpan } from './edges.ts';
import { divideTime, type Steps } from './steps.ts';
import { joinSpans, toSpans } from './timeline.ts';
import { DAY_MS, getWallClock, type Zone } from './wall-clock.ts';

/** Time in which a screen shows another playlist than before a change of its publishes. */
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

/** Instants that are compared in the search for a first change. Bounds its time with many windows of which none makes a difference. */
const MAX_SEARCHED = 20_000;

/**
 * Lists the times within some days in which a screen shows another playlist than before. When nothing changes in these days, searches later days and lists the
 * changes of the first step that has one.
 */
export function* stepPlanChanges<T extends PublishCandidate>(request: PlanChangesRequest<T>): Steps<PlanChange<T>[]> {
  const { timeZone, from, days, searchDays } = request;
  const [before, after] = [rankPublishes(request.before), rankPublishes(request.after)];
  const ranked = [...before, ...after];
  const changes: PlanChange<T>[] = [];
  let searched = 0;
  const compare = (time: TimeSpan) => {
    const spans = toSpans(listEdges(ranked, createCalendar(timeZone, time)), time).map(({ from: at, to }) => {
      const reading = getWallClock(at, timeZone);
      return { from: at, to, before: chooseRanked(before, reading), after: chooseRanked(after, reading) };
    });
    changes.push(...spans.filter((span) => !isSame(span.before, span.after)));
    return spans.length;
  };
  const listedUntil = from + days * DAY_MS;
  for (const time of divideTime({ from, to: listedUntil }, ranked)) {
    compare(time);
    yield;
  }
  for (const time of divideTime({ from: listedUntil, to: from + searchDays * DAY_MS }, ranked)) {
    if (changes.length > 0 || searched > MAX_SEARCHED) break;
    searched += compare(time);
    yield;
  }
  return joinSpans(changes, (one, other) => isSame(one.before, other.before) && isSame(one.after, other.after));
}

/** The same playlist for another reason is not a change. */
const isSame = (one: Choice<PublishCandidate>, other: Choice<PublishCandidate>): boolean =>
  one.publish?.publishId === other.publish?.publishId;
