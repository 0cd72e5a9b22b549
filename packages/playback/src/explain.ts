import { type Decision, type DecisionRequest, decide, type PublishCandidate } from './decide.ts';
import { isActiveAt } from './schedule-window.ts';
import { getWallClock } from './wall-clock.ts';

export interface Explanation<T extends PublishCandidate> extends Decision<T> {
  /** Number of schedules that are active at the instant. The most recently changed one takes precedence. */
  holding: number;
}

/** Returns the decision with the number of active schedules. */
export function explain<T extends PublishCandidate>(request: DecisionRequest<T>): Explanation<T> {
  const reading = getWallClock(request.now, request.timeZone);
  const activeWindows = request.publishes.filter(
    ({ items, schedule }) => items.length > 0 && schedule !== null && isActiveAt(schedule, reading),
  );
  return { ...decide(request), holding: activeWindows.length };
}
