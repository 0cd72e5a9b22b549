/** Limits of versions (specification 3 §9), and of what is uploaded as one. */
export const VERSION_LIMITS = {
  nameMin: 2,
  nameMax: 30,
  codeMax: 32,
  urlMax: 500,
  noteMax: 2000,
  filesMax: 500,
  bytesMax: 50 * 1024 * 1024,
  pathMax: 200,
} as const;

/** Share of the screens of a platform and environment. */
export const ROLLOUT_PERCENTS = [1, 10, 50, 100] as const;
export type RolloutPercent = (typeof ROLLOUT_PERCENTS)[number];
