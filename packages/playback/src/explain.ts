import { choosePublish, type PublishCandidate } from './choose-publish.ts';
import { type Decision, type DecisionRequest, decide } from './decide.ts';
import { isActiveAt } from './schedule-window.ts';
import { isValidAt } from './validity.ts';
import { getWallClock } from './wall-clock.ts';

export interface Explanation<T extends PublishCandidate> extends Decision<T> {
  /** Number of schedules that are active at the instant. The most recently changed one takes precedence. */
  holding: number;
  /** The publish that would be shown if none of its items were limited to other times; null when that is the one shown. */
  skipped: T | null;
}

/** Returns the decision with the number of active schedules, and the publish that is skipped because all of its items are shown at other times. */
export function explain<T extends PublishCandidate>(request: DecisionRequest<T>): Explanation<T> {
  const { publishes } = request;
  const reading = getWallClock(request.now, request.timeZone);
  const activeWindows = publishes.filter(
    ({ items, schedule }) => items.some((item) => isValidAt(item, reading)) && schedule !== null && isActiveAt(schedule, reading),
  );
  const unlimited = publishes.map((publish) => ({ ...publish, items: publish.items.map(() => ({})) }));
  const { publish: chosen } = choosePublish(unlimited, reading);
  const wanted = chosen && (publishes[unlimited.indexOf(chosen)] ?? null);
  const decision = decide(request);
  return { ...decision, holding: activeWindows.length, skipped: wanted === decision.publish ? null : wanted };
}
