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
const MIN_STEP_DAYS = 1 / 24;
/** Product of windows and days that one step evaluates. */
const WINDOW_DAYS = 400;

/**
 * Divides a time into steps of an hour to eight days. Steps are shorter the more windows the publishes have. Below one day, their length falls with the square of the
 * number of windows, because each window adds instants and comparisons at each instant.
 */
export function* divideTime({ from, to }: TimeSpan, ranked: readonly RankedPublish<PublishCandidate>[]): Generator<TimeSpan> {
  const windows = ranked.reduce((sum, candidate) => sum + (candidate.windows?.length ?? 0), 1);
  const days = WINDOW_DAYS / windows;
  const stepMs = Math.round((days < 1 ? Math.max(MIN_STEP_DAYS, days ** 2) : Math.min(MAX_STEP_DAYS, Math.floor(days))) * DAY_MS);
  for (let start = from; start < to; start += stepMs) yield { from: start, to: Math.min(start + stepMs, to) };
}
