/** Limits of schedules, separate from their schemas, which screens do not load. */
export const SCHEDULE_LIMITS = {
  /** Windows of a publish. */
  windows: 200,
  /** Dates and exceptions of all windows of a publish. Bounds manifests and messages to screens. */
  dates: 1000,
  priorityMax: 9,
} as const;
