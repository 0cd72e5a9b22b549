/** Compares what one screen shows in the course of a year by its manifest with what the web app and the server compute for its device. */
import { setImmediate } from 'node:timers/promises';
import type { DayPlan, Manifest, Publish } from '@vitrine/contract';
import {
  buildTimeline,
  choosePublish,
  decide,
  finishSteps,
  getLocalDate,
  getWallClock,
  type PublishCandidate,
  type Zone,
} from '@vitrine/playback';
import { expect } from 'vitest';
import { stepDayPlan } from '../apps/server/src/modules/publishing/device-day.rules.ts';
import { computeForecast, type ForecastRow } from '../apps/server/src/modules/publishing/forecast.rules.ts';
import { toPlan } from '../apps/web/src/areas/publishing/playback-reasons.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const YEAR_DAYS = 366;

interface DeviceYear {
  manifest: Manifest;
  /** Publishes as the web app receives them. */
  publishes: readonly Publish[];
  /** Publishes as the server stores them. */
  rows: ForecastRow[];
  /** Day plans that the server returned, of any days. */
  plans: readonly DayPlan[];
  /** Start of the year, in epoch milliseconds. */
  from: number;
  /** Numbers from 0 to 1 that select the instants between the edges. */
  samples: readonly number[];
}

const listDates = (from: number, zone: Zone): string[] => {
  const first = Date.parse(getLocalDate(from, zone));
  return Array.from({ length: YEAR_DAYS }, (_, day) => new Date(first + day * DAY_MS).toISOString().slice(0, 10));
};

const listDay = (publishes: readonly PublishCandidate[], timeZone: Zone, date: string) =>
  buildTimeline({ publishes, timeZone, date }).stretches.map(({ from, to, publish, reason }) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    playlistId: publish?.publishId ?? null,
    why: reason,
  }));

const presentPlan = ({ stretches }: Pick<DayPlan, 'stretches'>) =>
  stretches.map(({ from, to, shows, why }) => ({ from, to, playlistId: shows?.playlistId ?? null, why }));

/**
 * Expects the same at every instant of a year: the plan of the screen covers each day without gaps, that of the web app and the server are the same, and the
 * screen shows what they say at all edges, just before them and at the samples. Returns the number of edges.
 */
export async function expectSameYear({ manifest, publishes, rows, plans, from, samples }: DeviceYear): Promise<number> {
  const zone = manifest.device;
  if (!zone) throw new Error('The screen has no device.');
  const shownAt = (instant: number) => choosePublish(manifest.publishes, getWallClock(instant, zone)).publish?.publishId ?? null;
  const inWebApp = toPlan(publishes);
  let edges = 0;
  for (const date of listDates(from, zone)) {
    const day = listDay(manifest.publishes, zone, date);
    expect(listDay(inWebApp, zone.timeZone, date)).toEqual(day);
    for (const { from: start, to, playlistId } of day) {
      for (const instant of [Date.parse(start), Date.parse(to) - MINUTE_MS]) expect(shownAt(instant)).toBe(playlistId);
      edges += 1;
    }
    // Other screens must not wait for a whole year.
    await setImmediate();
  }
  for (const plan of plans) expect(presentPlan(plan)).toEqual(listDay(manifest.publishes, zone, plan.date));
  for (const sample of samples) {
    const now = from + Math.floor((sample * YEAR_DAYS * DAY_MS) / MINUTE_MS) * MINUTE_MS;
    const decision = decide({ publishes: manifest.publishes, timeZone: zone, now });
    const forecast = computeForecast(rows, zone.timeZone, new Date(now));
    expect(forecast.now?.playlistId ?? null).toBe(shownAt(now));
    expect(forecast).toMatchObject({ reason: decision.reason, until: decision.until && new Date(decision.until).toISOString() });
    if (decision.until !== null) expect(forecast.next?.playlistId ?? null).toBe(shownAt(decision.until));
    const date = getLocalDate(now, zone);
    expect(presentPlan(finishSteps(stepDayPlan(rows, zone, date)))).toEqual(listDay(manifest.publishes, zone, date));
  }
  return edges;
}
