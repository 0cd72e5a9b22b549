import { isShownAt, type PublishCandidate, type RankedPublish, rankPublishes } from './choose-publish.ts';
import { createCalendar, listEdges, type TimeSpan } from './edges.ts';
import { isOpenAt } from './schedule-window.ts';
import { divideTime, finishSteps, type Steps } from './steps.ts';
import { joinSpans, toSpans } from './timeline.ts';
import { getWallClock, type Zone } from './wall-clock.ts';

/**
 * Reason for which a publish is not shown although its schedule is open. `priority`: another publish has a higher priority. `updated`: another publish has the same
 * priority and was updated later. `items`: all of its items are shown at other times. `empty`: it has no items.
 */
export type LossReason = 'priority' | 'updated' | 'items' | 'empty';

/** A publish whose schedule is open, but which is not shown. */
export interface Loser<T extends PublishCandidate> {
  publish: T;
  why: LossReason;
}

/** Time in which a publish loses for one reason. */
export interface Loss<T extends PublishCandidate> extends Loser<T>, TimeSpan {}

/** Lists the publishes that lose at a reading of the local clock, in the order of precedence. */
function listLosersAt<T extends PublishCandidate>(ranked: readonly RankedPublish<T>[], reading: number): Loser<T>[] {
  const open = ranked.filter(({ windows }) => windows !== null && isOpenAt(windows, reading));
  const shown = open.find(({ publish }) => isShownAt(publish, reading));
  return open
    .filter((candidate) => candidate !== shown)
    .map(({ publish, rank }) => ({
      publish,
      why: getLossReason(publish, reading) ?? (shown && shown.rank > rank ? 'priority' : 'updated'),
    }));
}

function getLossReason(publish: PublishCandidate, reading: number): LossReason | undefined {
  if (publish.items.length === 0) return 'empty';
  return isShownAt(publish, reading) ? undefined : 'items';
}

interface LossRequest<T extends PublishCandidate> {
  publishes: readonly T[];
  timeZone: Zone;
}

/** Lists the publishes that lose at an instant, in the order of precedence. */
export const listLosers = <T extends PublishCandidate>({ publishes, timeZone }: LossRequest<T>, now: number): Loser<T>[] =>
  listLosersAt(rankPublishes(publishes), getWallClock(now, timeZone));

/** Lists the times in which each publish loses within a time, with the reasons, in the order of their starts. */
export const listLosses = <T extends PublishCandidate>(request: LossRequest<T>, time: TimeSpan): Loss<T>[] =>
  finishSteps(stepLosses(request, time));

/** Does the same as `listLosses` in steps. */
export function* stepLosses<T extends PublishCandidate>({ publishes, timeZone }: LossRequest<T>, time: TimeSpan): Steps<Loss<T>[]> {
  const ranked = rankPublishes(publishes);
  const byPublish = new Map<T, Loss<T>[]>();
  for (const step of divideTime(time, ranked)) {
    for (const { from, to } of toSpans(listEdges(ranked, createCalendar(timeZone, step)), step)) {
      for (const loser of listLosersAt(ranked, getWallClock(from, timeZone))) {
        const losses = byPublish.get(loser.publish) ?? [];
        losses.push({ ...loser, from, to });
        byPublish.set(loser.publish, losses);
      }
    }
    yield;
  }
  const joined = [...byPublish.values()].flatMap((losses) => joinSpans(losses, (one, other) => one.why === other.why));
  return joined.sort((one, other) => one.from - other.from);
}
