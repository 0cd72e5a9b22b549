/** Property: the forecast of the console and the day plan name what the screen decides from its manifest, at every edge. */
import type { ManifestPublish, PublishSchedule, ScheduleWindow } from '@vitrine/contract';
import { choosePublish, decide, finishSteps, getWallClock, listInstantsAt, listWindows, toPublishSchedule } from '@vitrine/playback';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stepDayPlan } from './device-day.rules.ts';
import { computeForecast, type ForecastRow } from './forecast.rules.ts';
import { parseSchedule, toScheduleRow } from './publishing.rules.ts';

const RUNS = process.env['SLOW_TESTS'] === undefined ? 60 : 600;
/** Years that are compared. More of them: `HISTORIES=2000`. */
const YEARS = Number(process.env['HISTORIES'] ?? (process.env['SLOW_TESTS'] === undefined ? 4 : 40));
const DAY_MS = 86_400_000;
const YEAR_DAYS = 366;
const SAMPLES = 200;
const MINUTE_MS = 60_000;
const MAX_CHANGES = 8;

const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`);
const date = fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-31', '2026-10-24', '2026-10-25', '2026-10-31', '2028-02-29');
const repetition: fc.Arbitrary<Omit<ScheduleWindow, 'startTime' | 'endTime'>> = fc.oneof(
  fc.constant({ repeat: 'Daily' as const }),
  fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }).map((weekdays) => ({ repeat: 'Weekly' as const, weekdays })),
  date.map((day) => ({ repeat: 'Dates' as const, dates: [day] })),
  fc.constantFrom(-1, 29, 31).map((day) => ({ repeat: 'Monthly' as const, on: { day } })),
  fc.constantFrom(3, 10).map((month) => ({ repeat: 'Yearly' as const, month, on: { nth: -1, weekday: 0 } })),
);
const window: fc.Arbitrary<ScheduleWindow> = fc
  .tuple(time, time, repetition, fc.option(date), fc.option(date))
  .filter(([start, end]) => start !== end)
  .map(([startTime, endTime, days, except, until]) => ({
    startTime,
    endTime,
    ...days,
    ...(except !== null && { except: [except] }),
    ...(until !== null && { until }),
  }));
const schedule: fc.Arbitrary<PublishSchedule> = fc
  .record({ windows: fc.array(window, { minLength: 1, maxLength: 4 }), priority: fc.constantFrom(undefined, 0, 5, 9) })
  .map((request) => toPublishSchedule(request) ?? { schedule: null });

/** PostgreSQL returns the keys of a `jsonb` in its own order. */
const sortKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, nested: unknown) =>
    nested !== null && typeof nested === 'object' && !Array.isArray(nested)
      ? Object.fromEntries(Object.entries(nested).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : nested,
  );

const rows: fc.Arbitrary<ForecastRow[]> = fc
  .array(
    fc.record({ schedule: fc.option(schedule, { nil: { schedule: null } }), isMain: fc.boolean(), day: fc.integer({ min: 1, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((list) =>
    list.map(({ schedule: planned, isMain, day }, index) => {
      const stored = toScheduleRow(planned);
      const at = new Date(Date.UTC(2026, 0, day));
      return {
        id: `row${index}`,
        playlist_id: `playlist${index}`,
        playlist_name: `Playlist ${index}`,
        is_main: isMain,
        activated_at: at,
        updated_at: at,
        is_playable: true,
        periods: null,
        ...stored,
        schedule: sortKeys(stored.schedule),
        windows: sortKeys(stored.windows),
      };
    }),
  );

/** Returns the publishes as the screen stores them. */
const toManifest = (list: ForecastRow[]): ManifestPublish[] =>
  JSON.parse(
    JSON.stringify(
      list.map((row) => ({
        publishId: row.playlist_id,
        playlistId: row.playlist_id,
        name: row.playlist_name,
        main: row.is_main,
        activatedAt: row.activated_at,
        updatedAt: row.updated_at,
        ...parseSchedule(row),
        items: [{}],
      })),
    ),
  ) as ManifestPublish[];

it('agree at every edge', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC'), date, (list, timeZone, day) => {
      const publishes = toManifest(list);
      const shownAt = (instant: number) => choosePublish(publishes, getWallClock(instant, timeZone)).publish?.playlistId ?? null;
      let at = Date.parse(`${day}T00:30:00Z`);
      for (let count = 0; count < MAX_CHANGES; count += 1) {
        const { now, until, next } = computeForecast(list, timeZone, new Date(at));
        expect(shownAt(at)).toBe(now?.playlistId ?? null);
        if (until === null) break;
        expect(shownAt(Date.parse(until) - MINUTE_MS)).toBe(now?.playlistId ?? null);
        at = Date.parse(until);
        expect(shownAt(at)).toBe(next?.playlistId ?? null);
      }
      for (const { from, to, shows } of finishSteps(stepDayPlan(list, { timeZone }, day)).stretches) {
        for (const instant of [Date.parse(from), Date.parse(to) - MINUTE_MS]) expect(shownAt(instant)).toBe(shows?.playlistId ?? null);
      }
    }),
    { numRuns: RUNS },
  );
});

/** Lists all instants of a day at which a window of these publishes may open or close. */
const listDayEdges = (publishes: readonly ManifestPublish[], timeZone: string, day: string): number[] => {
  const times = publishes.flatMap((publish) => (listWindows(publish) ?? []).flatMap(({ startTime, endTime }) => [startTime, endTime]));
  return [...new Set(times)].flatMap((at) => listInstantsAt(day, at, timeZone));
};

it('agree at all edges of a year and at random instants', { timeout: 60_000 + YEARS * 2000 }, () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC');
  const samples = fc.array(fc.integer({ min: 0, max: YEAR_DAYS * 1440 - 1 }), { minLength: SAMPLES, maxLength: SAMPLES });
  fc.assert(
    fc.property(rows, zones, date, samples, (list, timeZone, first, minutes) => {
      const publishes = toManifest(list);
      const shownAt = (instant: number) => choosePublish(publishes, getWallClock(instant, timeZone)).publish?.playlistId ?? null;
      let end: string | undefined;
      for (let index = 0; index < YEAR_DAYS; index += 1) {
        const day = new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10);
        const plan = finishSteps(stepDayPlan(list, { timeZone }, day));
        const planned = plan.stretches.map(({ from, to, shows }) => ({ from: Date.parse(from), to: Date.parse(to), shows }));
        // Days follow each other without gaps.
        expect(plan.from).toBe(end ?? plan.from);
        end = plan.to;
        const edges = [...planned.flatMap(({ from, to }) => [from, to - 1]), ...listDayEdges(publishes, timeZone, day)];
        for (const instant of edges.flatMap((edge) => [edge, edge - MINUTE_MS])) {
          const stretch = planned.find(({ from, to }) => instant >= from && instant < to);
          if (stretch) expect(shownAt(instant)).toBe(stretch.shows?.playlistId ?? null);
        }
      }
      for (const minute of minutes) {
        const now = Date.parse(`${first}T00:00:00Z`) + minute * MINUTE_MS;
        const decision = decide({ publishes, timeZone, now });
        const forecast = computeForecast(list, timeZone, new Date(now));
        expect(forecast.now?.playlistId ?? null).toBe(shownAt(now));
        expect(forecast.until).toBe(decision.until === null ? null : new Date(decision.until).toISOString());
        if (decision.until !== null) expect(forecast.next?.playlistId ?? null).toBe(shownAt(decision.until));
      }
    }),
    { numRuns: YEARS },
  );
});
