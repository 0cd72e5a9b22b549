/** Interval at which the connections of screens are sampled. */
export const SAMPLE_INTERVAL_MS = 5 * 60_000;
