import type { PublishCandidate, RankedPublish } from './choose-publish.ts';
import type { TimeSpan } from './edges.ts';
import { DAY_MS } from './wall-clock.ts';

/** A computation that pauses between steps, so that a server can answer other requests in between. */
export type Steps<T> = Generator<void, T, void>;

/** Runs all steps without a pause. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const MAX_STEP_DAYS = 8;
/** Windows whose days are evaluated at a time: the time of a step grows faster than their number. */
const WINDOW_DAYS = 400;

/** Divides a time into steps of one to eight days, the fewer the more windows the publishes have. */
export function* divideTime({ from, to }: TimeSpan, ranked: readonly RankedPublish<PublishCandidate>[]): Generator<TimeSpan> {
  const windows = ranked.reduce((sum, candidate) => sum + (candidate.windows?.length ?? 0), 1);
  const stepMs = Math.min(MAX_STEP_DAYS, Math.max(1, Math.floor(WINDOW_DAYS / windows))) * DAY_MS;
  for (let start = from; start < to; start += stepMs) yield { from: start, to: Math.min(start + stepMs, to) };
}
