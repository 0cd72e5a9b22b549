import { type Decision, type DecisionRequest, decide, type PublishCandidate } from './decide.ts';
import { isActiveAt } from './schedule-window.ts';
import { getWallClock } from './wall-clock.ts';

export interface Explanation<T extends PublishCandidate> extends Decision<T> {
  /** How many schedules hold at that instant; the one that was changed last wins. */
  holding: number;
}

/** The decision, and what it was chosen from. */
export function explain<T extends PublishCandidate>(question: DecisionRequest<T>): Explanation<T> {
  const reading = getWallClock(question.now, question.timeZone);
  const activeWindows = question.publishes.filter(
    ({ items, schedule }) => items.length > 0 && schedule !== null && isActiveAt(schedule, reading),
  );
  return { ...decide(question), holding: activeWindows.length };
}
