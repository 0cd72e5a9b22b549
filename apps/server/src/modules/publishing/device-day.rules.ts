import { createHash } from 'node:crypto';
import type { DayPlan, OperatingHours } from '@vitrine/contract';
import { getLocalDate, listOffSpans, type Steps, stepStretches } from '@vitrine/playback';
import { type ForecastRow, toPlannedPublish } from './forecast.rules.ts';

type PlannedDay = Omit<DayPlan, 'deviceId'>;

const toIso = (instant: number) => new Date(instant).toISOString();

/** One day of a device, by the evaluator that its screen uses. */
export function* stepDayPlan(
  rows: readonly ForecastRow[],
  { timeZone, hours = [] }: { timeZone: string; hours?: OperatingHours[] },
  date: string,
): Steps<PlannedDay> {
  const publishes = rows.map(toPlannedPublish);
  const day = yield* stepStretches({ publishes, timeZone, date });
  // A day can have thousands of stretches. They share their objects and texts, because the response holds up to ten such days.
  const names = new Map(publishes.map(({ publishId, name }) => [publishId, { playlistId: publishId, name }]));
  let to = toIso(day.from);
  const stretches = day.stretches.map((stretch) => {
    const from = to;
    to = toIso(stretch.to);
    return { from, to, shows: stretch.publish && (names.get(stretch.publish.publishId) ?? null), why: stretch.reason };
  });
  const off = listOffSpans({ hours, timeZone, from: day.from, to: day.to }).map(({ from, to }) => ({ from: toIso(from), to: toIso(to) }));
  return { timeZone, date, from: toIso(day.from), to: toIso(day.to), stretches, ...(off.length > 0 && { off }) };
}

/** Returns the same key for devices with the same publishes at the same times in the same zone, independent of the ids of the publishes. */
export function getPlanKey(rows: readonly ForecastRow[], timeZone: string): string {
  const ordered = rows.toSorted((one, other) => (one.playlist_id < other.playlist_id ? -1 : 1));
  const publishes = ordered.map(
    ({ playlist_id, playlist_name, is_main, activated_at, updated_at, schedule, windows, priority, is_playable, periods }) => [
      playlist_id,
      playlist_name,
      is_main,
      activated_at,
      updated_at,
      schedule,
      windows,
      priority,
      is_playable,
      periods,
    ],
  );
  // The text itself would be too long to be kept for devices with thousands of windows.
  return createHash('sha256')
    .update(JSON.stringify([timeZone, publishes]))
    .digest('base64');
}

interface DeviceDayRequest {
  deviceId: string;
  timeZone: string;
  hours?: OperatingHours[];
  rows: readonly ForecastRow[];
}

/** Days that were computed before, by what decides them. */
export type DrawnDays = Map<string, PlannedDay>;

interface DrawOptions {
  now: Date;
  /** Date as YYYY-MM-DD; undefined is the current date of the device. */
  date?: string | undefined;
  drawn: DrawnDays;
}

/** Draws a day of a device. Devices with the same publishes at the same times are drawn once. */
export function* stepDayPlanOf({ deviceId, timeZone, hours, rows }: DeviceDayRequest, { now, date, drawn }: DrawOptions): Steps<DayPlan> {
  const day = date ?? getLocalDate(now.getTime(), timeZone);
  const key = JSON.stringify([day, hours, getPlanKey(rows, timeZone)]);
  const known = drawn.get(key) ?? (yield* stepDayPlan(rows, { timeZone, hours }, day));
  drawn.set(key, known);
  return { deviceId, ...known };
}
