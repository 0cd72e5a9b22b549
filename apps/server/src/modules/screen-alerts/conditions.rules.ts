/** Evaluates the conditions of a screen by its last report and its connection. */
import {
  type AlertConditions,
  DEFAULT_ALERT_CONDITIONS,
  isContentProblem,
  type ScreenCondition,
  type ScreenReport,
} from '@vitrine/contract';

/** Difference of the clocks from which the screen's clock is wrong. It is larger than the error that a slow network can cause. */
export const CLOCK_ERROR_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** Time for which a condition holds before it is reported. For screens that are offline, owners choose the time. */
const HOLD_MS = 5 * MINUTE_MS;
/** Time in which conditions of other screens are gathered, so that screens that fail together are reported together. */
const GATHER_MS = MINUTE_MS;
/** Time for which a condition must be over before its end is reported. */
export const END_HOLD_MS = 5 * MINUTE_MS;

export interface ScreenFacts {
  isOnline: boolean;
  seenAt: Date;
  /** Whether the screen was online before and has a publish. Other screens are not expected to be online. */
  isInUse: boolean;
  /** Null before the first report. */
  report: ScreenReport | null;
  /** Returns whether the screen is within its operating hours. */
  isOnAt: (at: Date) => boolean;
  /** Whether its last screenshot differs from what it should show; null without a recent one. */
  doesPictureDiffer: boolean | null;
  /** True when the forecast has a playlist for this time, or no playlist for the next days. */
  hasNothingToShow: boolean;
}

/** `unknown` leaves an alert as it is. */
type ConditionState = { state: 'holds'; since: Date } | { state: 'over' } | { state: 'unknown' };

const UNKNOWN: ConditionState = { state: 'unknown' };

/**
 * Returns the conditions that apply to a device. The settings of its tags replace those of its owner. Several tags combine to the most sensitive
 * settings.
 */
export function mergeConditions(tagSettings: readonly Partial<AlertConditions>[], ownerSettings: Partial<AlertConditions> | null) {
  const all = (tagSettings.length > 0 ? tagSettings : [ownerSettings ?? {}]).map((one) => ({ ...DEFAULT_ALERT_CONDITIONS, ...one }));
  const isOn = (condition: ScreenCondition) => all.some((one) => one[condition].isOn);
  const getLowest = (limits: number[]) => Math.min(...limits);
  return {
    isOn,
    offlineMs: getLowest(all.filter(({ offline }) => offline.isOn).map(({ offline }) => offline.minutes)) * MINUTE_MS,
    degrees: getLowest(all.filter(({ temperature }) => temperature.isOn).map(({ temperature }) => temperature.degrees)),
  };
}
type MergedConditions = ReturnType<typeof mergeConditions>;

function evaluateOffline({ isOnline, isInUse, seenAt, isOnAt }: ScreenFacts, offlineMs: number, now: Date): ConditionState {
  if (isOnline) return { state: 'over' };
  const at = new Date(now.getTime() - offlineMs);
  // A screen that has just turned on may still be starting.
  if (!isInUse || seenAt > at || !isOnAt(now) || !isOnAt(at)) return UNKNOWN;
  return { state: 'holds', since: seenAt };
}

const REPORTED: Record<
  Exclude<ScreenCondition, 'offline' | 'pictureDiffers'>,
  (report: ScreenReport, facts: ScreenFacts, limits: MergedConditions) => boolean
> = {
  nothingToShow: (report, { hasNothingToShow }) => report.publishId === null && hasNothingToShow,
  damagedItems: ({ failed }) => failed.some((one) => isContentProblem(one) && one.mediaId !== 'storage'),
  storage: ({ failed }) => failed.some(({ mediaId }) => mediaId === 'storage'),
  clock: ({ health }) => health !== null && Math.abs(health.clockSkewMs) >= CLOCK_ERROR_MS,
  temperature: ({ temperature }, _facts, { degrees }) => temperature !== null && temperature >= degrees,
  underVoltage: ({ underVoltage }) => underVoltage === true,
};

/** Returns the state of a condition that is on. Outside of its operating hours, and without a connection, a screen's state is unknown. */
export function evaluateCondition(condition: ScreenCondition, facts: ScreenFacts, limits: MergedConditions, now: Date): ConditionState {
  if (condition === 'offline') return evaluateOffline(facts, limits.offlineMs, now);
  const { report, isOnline } = facts;
  if (!isOnline || report === null || report.off || !facts.isOnAt(now)) return UNKNOWN;
  if (condition === 'pictureDiffers' && facts.doesPictureDiffer === null) return UNKNOWN;
  const holds = condition === 'pictureDiffers' ? facts.doesPictureDiffer : REPORTED[condition](report, facts, limits);
  return holds ? { state: 'holds', since: now } : { state: 'over' };
}

/** Returns when a condition that was just detected is reported. */
export const getDueTime = (kind: string, now: Date): Date =>
  new Date(now.getTime() + (['offline', 'source', 'feed', 'pictureDiffers'].includes(kind) ? GATHER_MS : HOLD_MS));
