import { chooseRanked, isAvailableAt, type PublishCandidate, rankPublishes } from './choose-publish.ts';
import { type Decision, type DecisionRequest, decide } from './decide.ts';
import { DEFAULT_PRIORITY } from './publish-schedule.ts';
import { getWallClock } from './wall-clock.ts';

export interface Explanation<T extends PublishCandidate> extends Decision<T> {
  /** Number of publishes whose schedules are open at the instant. */
  openCount: number;
  /** True when the shown publish has a higher priority than another one whose schedule is open. Otherwise the most recently changed one takes precedence. */
  hasHigherPriority: boolean;
  /** The publish that would be shown if none of its items were limited to other times; null when that is the one shown. */
  skipped: T | null;
}

/** Returns the decision with the number of open schedules, and the publish that is skipped because all of its items are shown at other times. */
export function explain<T extends PublishCandidate>(request: DecisionRequest<T>): Explanation<T> {
  const { publishes } = request;
  const reading = getWallClock(request.now, request.timeZone);
  const open = rankPublishes(publishes).filter((candidate) => candidate.reason === 'schedule' && isAvailableAt(candidate, reading));
  const [highest, lowest] = [open[0], open[open.length - 1]].map((candidate) => candidate?.publish.priority ?? DEFAULT_PRIORITY);
  const unlimited = publishes.map((publish) => ({ ...publish, items: publish.items.map(() => ({})) }));
  const { publish: chosen } = chooseRanked(rankPublishes(unlimited), reading);
  const wanted = chosen && (publishes[unlimited.indexOf(chosen)] ?? null);
  const decision = decide(request);
  return {
    ...decision,
    openCount: open.length,
    hasHigherPriority: highest !== lowest,
    skipped: wanted === decision.publish ? null : wanted,
  };
}
