import { type Decidable, type Decision, decide, type Question } from './decide.ts';
import { holdsAt } from './schedule-window.ts';
import { readingAt } from './wall-clock.ts';

export interface Explanation<T extends Decidable> extends Decision<T> {
  /** How many schedules hold at that instant; the one that was changed last wins. */
  holding: number;
}

/** The decision, and what it was chosen from. */
export function explain<T extends Decidable>(question: Question<T>): Explanation<T> {
  const reading = readingAt(question.now, question.timeZone);
  const holding = question.publishes.filter(({ items, schedule }) => items.length > 0 && schedule !== null && holdsAt(schedule, reading));
  return { ...decide(question), holding: holding.length };
}
