/** Times at which a screen turns on and off, and its brightness. Separate from `operating-hours.ts`, which screens load for the first frame. */
import type { BrightnessPlan, OperatingHours } from '@vitrine/contract/operating-hours';
import { listInstants } from './clock-changes.ts';
import { createCalendar, listWindowEdges, type TimeSpan } from './edges.ts';
import { isOperatingAt, listHoursWindows } from './operating-hours.ts';
import { isOpenAt } from './schedule-window.ts';
import { DAY_MS, getStartOfDay, getWallClock, MINUTE_MS, parseMinutes, type Zone } from './wall-clock.ts';

/** One week, plus a day for ranges that cross midnight. */
const LOOKAHEAD_DAYS = 8;
/** Exceptions further in the future are found later. */
const MAX_LOOKAHEAD_DAYS = 400;

export interface Operation {
  isOn: boolean;
  /** Instant at which `isOn` changes, in epoch milliseconds. Null when it does not within eight days after the last exception, or 400 days. */
  until: number | null;
}

export interface OperationRequest {
  /** The screen is on while at least one of these is in effect, and always without hours. */
  hours: readonly OperatingHours[] | undefined;
  timeZone: Zone;
  /** Epoch milliseconds. */
  now: number;
}

/** Returns whether a screen is on, and the exact instant at which that changes. */
export function getOperation({ hours, timeZone, now }: OperationRequest): Operation {
  const windows = listHoursWindows(hours, timeZone, now);
  if (!hours || !windows) return { isOn: true, until: null };
  const isOnAt = (instant: number) => isOpenAt(windows, getWallClock(instant, timeZone));
  const isOn = isOnAt(now);
  // A week without exceptions repeats, so nothing new comes after the last one.
  const last = Math.max(now, ...hours.flatMap(({ exceptions }) => exceptions.map(({ date }) => Date.parse(date) + DAY_MS)));
  const days = Math.min(MAX_LOOKAHEAD_DAYS, Math.ceil((last - now) / DAY_MS) + LOOKAHEAD_DAYS);
  for (let day = 0; day < days; day += LOOKAHEAD_DAYS) {
    const from = now + day * DAY_MS;
    const edges = listWindowEdges([windows], createCalendar(timeZone, { from, to: from + LOOKAHEAD_DAYS * DAY_MS }));
    const until = edges.find((instant) => isOnAt(instant) !== isOn);
    if (until !== undefined) return { isOn, until };
  }
  return { isOn, until: null };
}

/** Lists the times of a period in which a screen is off, in order. */
export function listOffSpans({ hours, timeZone, from, to }: Omit<OperationRequest, 'now'> & TimeSpan): TimeSpan[] {
  const windows = listHoursWindows(hours, timeZone, from);
  if (!windows) return [];
  const spans: TimeSpan[] = [];
  let start = from;
  for (const end of [...listWindowEdges([windows], createCalendar(timeZone, { from, to })).filter((edge) => edge < to), to]) {
    const last = spans[spans.length - 1];
    if (!isOperatingAt(hours, timeZone, start)) {
      if (last?.to === start) last.to = end;
      else spans.push({ from: start, to: end });
    }
    start = end;
  }
  return spans;
}

export interface Brightness {
  percent: number;
  /** Instant from which another brightness may apply, in epoch milliseconds; null when it never changes. */
  until: number | null;
}

/**
 * Returns the brightness at an instant: the highest of several plans, and 100 without one. A step lasts until the time of the next one, also past midnight.
 * Steps that the clock skips in spring apply from the next minute that exists. Damaged plans are ignored.
 */
export function getBrightness(plans: readonly BrightnessPlan[] | undefined, timeZone: Zone, now: number): Brightness {
  const steps = (plans ?? []).filter(isPlan).map((plan) => plan.map(({ time, percent }) => ({ minute: parseMinutes(time), percent })));
  if (steps.length === 0) return { percent: 100, until: null };
  const reading = getWallClock(now, timeZone);
  const minute = Math.floor((reading - getStartOfDay(reading)) / MINUTE_MS);
  const percent = Math.max(...steps.map((plan) => getPercentAt(plan, minute)));
  return { percent, until: findNextStep(([] as Step[]).concat(...steps), { timeZone, now, reading }) };
}

interface Step {
  /** Since midnight. */
  minute: number;
  percent: number;
}

/** Returns false for a plan of an unknown form, which another version may have stored. */
const isPlan = (plan: BrightnessPlan): boolean =>
  Array.isArray(plan) &&
  plan.length > 0 &&
  plan.every((step) => step && /^\d\d:\d\d$/.test(step.time) && step.percent > 0 && step.percent <= 100);

function getPercentAt(plan: readonly Step[], minute: number): number {
  const sorted = [...plan].sort((one, other) => one.minute - other.minute);
  const begun = sorted.filter((step) => step.minute <= minute);
  return (begun[begun.length - 1] ?? sorted[sorted.length - 1])?.percent ?? 100;
}

/** Returns the first instant after `now` at which the clock shows the time of a step, or changes. */
function findNextStep(steps: readonly Step[], { timeZone, now, reading }: { timeZone: Zone; now: number; reading: number }): number | null {
  const times = steps.flatMap(({ minute }) => [0, 1, 2].map((days) => getStartOfDay(reading) + days * DAY_MS + minute * MINUTE_MS));
  const instants = times.flatMap((time) => listInstants(time, timeZone));
  const { changes } = createCalendar(timeZone, { from: now, to: now + DAY_MS });
  const next = Math.min(...[...instants, ...changes].filter((instant) => instant > now));
  return Number.isFinite(next) ? next : null;
}
