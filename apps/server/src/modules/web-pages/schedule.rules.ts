import type { FramingState } from '@vitrine/contract/web-pages';

const HOUR_MS = 3_600_000;
const CHECK_HOURS = 24;
/** Sites may be away for a short time only. */
const UNREACHABLE_CHECK_HOURS = 3;
/** Part of the wait that is added at random, so that pages which were added together are checked apart. */
const JITTER = 0.2;

/** Returns the time until the next check of a page, in milliseconds. `random` is between 0 and 1. */
export const getCheckDelay = (framing: FramingState, random: number): number =>
  Math.round((framing === 'unreachable' ? UNREACHABLE_CHECK_HOURS : CHECK_HOURS) * HOUR_MS * (1 + JITTER * random));
