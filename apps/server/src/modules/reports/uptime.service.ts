import { PLAY_DAYS_MAX } from '@vitrine/contract';
import { getLocalDate } from '@vitrine/playback';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { allowAsyncCommit, autocommit, type Database, type Db, type Tx } from '../../platform/database/database.ts';
import { runWithPauses } from '../../platform/run-with-pauses.ts';
import { addDownloads, deleteDeviceDaysBefore, listTimeZones } from './device-days.store.ts';
import type { ReportPeriod } from './report-periods.rules.ts';
import { listUptimeGroups, listUptimeScreens, type ZoneStart } from './uptime.read-model.ts';
import { countUptime, groupSamplesByDay, type SamplesByDay, type Uptime, type UptimeGroup } from './uptime.rules.ts';
import {
  type DeviceUptime,
  deleteChangesBefore,
  deleteSamplesBefore,
  findStoredDay,
  forceCustomPlans,
  insertSample,
  listSamples,
  listStoredDays,
  lockDays,
  markDaysStored,
  SAMPLE_INTERVAL_MS,
  upsertDeviceDays,
} from './uptime.store.ts';

const DAY_MS = 86_400_000;
/** A local date begins at most this long before the same date in UTC. */
const MAX_ZONE_OFFSET_MS = 15 * 3_600_000;
/** Days that are stored after the server was stopped. */
const MAX_OPEN_DAYS = 31;
const SCREENS_AT_ONCE = 1000;
/** Screens whose downloads are stored with one statement. */
const DOWNLOADS_AT_ONCE = 1000;

const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days of a time zone whose uptime is not stored yet, with their samples. */
interface OpenDays {
  zone: string;
  samples: SamplesByDay;
  start: number;
}

/** Returns the first day of a zone that is not stored, at most a month ago. A zone without stored days begins today. */
const getFirstOpenDay = (storedUntil: string | null, today: string): string => {
  const oldest = addDays(today, -MAX_OPEN_DAYS);
  const next = storedUntil === null ? today : addDays(storedUntil, 1);
  return next < oldest ? oldest : next;
};

/** Loads the samples of open days. Zones without samples are left out. */
async function loadOpenDays(db: Db, zones: readonly { zone: string; from: string; to: string }[]): Promise<OpenDays[]> {
  if (zones.length === 0) return [];
  const earliest = Math.min(...zones.map(({ from }) => Date.parse(from)));
  const times = await listSamples(db, new Date(earliest - MAX_ZONE_OFFSET_MS));
  return zones.flatMap(({ zone, from, to }) => {
    const samples = new Map([...groupSamplesByDay(times, zone)].filter(([day]) => day >= from && day <= to));
    const start = [...samples.values()][0]?.[0]?.at;
    return start === undefined ? [] : [{ zone, samples, start }];
  });
}

/** Sums the uptime of groups of screens by day. `add` receives each day on which at least one sample was expected. */
function* stepGroups<Group extends UptimeGroup>(
  groups: readonly Group[],
  open: readonly OpenDays[],
  add: (group: Group, day: string, uptime: Uptime) => void,
): Generator<void, void, void> {
  const byZone = new Map(open.map((days) => [days.zone, days.samples]));
  for (const group of groups) {
    for (const [day, samples] of byZone.get(group.time_zone) ?? []) {
      const uptime = countUptime(samples, group);
      if (uptime.expected > 0) add(group, day, uptime);
    }
    yield;
  }
}

const toStarts = (open: readonly OpenDays[]): ZoneStart[] => open.map(({ zone, start }) => ({ zone, start }));

/** Returns the days of a period that are not stored yet, by time zone. */
async function loadOpenDaysOfPeriod(db: Db, { from, to }: ReportPeriod, now: number): Promise<OpenDays[]> {
  const zones = (await listStoredDays(db)).map(({ zone, storedUntil }) => {
    const today = getLocalDate(now, zone);
    const first = getFirstOpenDay(storedUntil, today);
    return { zone, from: from > first ? from : first, to: to < today ? to : today };
  });
  return loadOpenDays(
    db,
    zones.filter((zone) => zone.from <= zone.to),
  );
}

/** Sums the uptime of screens on days that are not stored yet, by day. */
export async function sumOpenDays(db: Db, which: RawBuilder<boolean>, period: ReportPeriod, now: number): Promise<Map<string, Uptime>> {
  const sums = new Map<string, Uptime>();
  const open = await loadOpenDaysOfPeriod(db, period, now);
  if (open.length === 0) return sums;
  const groups = await listUptimeGroups(db, which, toStarts(open));
  await runWithPauses(
    stepGroups(groups, open, ({ devices }, day, { expected, online }) => {
      const sum = sums.get(day) ?? { expected: 0, online: 0 };
      sums.set(day, { expected: sum.expected + devices * expected, online: sum.online + devices * online });
    }),
  );
  return sums;
}

/** Sums the uptime of each of a page of screens on days that are not stored yet. */
export async function sumOpenDaysByScreen(
  db: Db,
  which: RawBuilder<boolean>,
  period: ReportPeriod,
  now: number,
): Promise<Map<string, Uptime>> {
  const sums = new Map<string, Uptime>();
  const open = await loadOpenDaysOfPeriod(db, period, now);
  if (open.length === 0) return sums;
  const screens = await listUptimeScreens(db, which, toStarts(open), SCREENS_AT_ONCE);
  await runWithPauses(
    stepGroups(screens, open, ({ id }, _day, { expected, online }) => {
      const sum = sums.get(id) ?? { expected: 0, online: 0 };
      sums.set(id, { expected: sum.expected + expected, online: sum.online + online });
    }),
  );
  return sums;
}

/** Stores the uptime of all screens of a time zone on the given days, and deletes the changes that are no longer needed. */
async function storeDays(tx: Tx, zone: string, { from, to }: ReportPeriod): Promise<void> {
  const open = await loadOpenDays(tx, [{ zone, from, to }]);
  for (let after: string | null = open.length > 0 ? '00000000-0000-0000-0000-000000000000' : null; after !== null; ) {
    const screens: (UptimeGroup & { id: string })[] = await listUptimeScreens(
      tx,
      sql<boolean>`devices.id > ${after}::uuid`,
      toStarts(open),
      SCREENS_AT_ONCE,
    );
    const rows: DeviceUptime[] = [];
    await runWithPauses(stepGroups(screens, open, ({ id }, day, uptime) => rows.push({ id, day, ...uptime })));
    if (rows.length > 0) await upsertDeviceDays(tx, rows);
    after = screens.length === SCREENS_AT_ONCE ? (screens.at(-1)?.id ?? null) : null;
  }
  const last = open[0] && [...open[0].samples.values()].at(-1)?.at(-1);
  if (last) await deleteChangesBefore(tx, zone, new Date(last.at));
  await markDaysStored(tx, zone, to);
}

const isStored = (storedUntil: string | null, day: string): boolean => storedUntil !== null && storedUntil >= day;

/** Stores the days before `today` that are not stored yet. The days of the zone are locked. */
async function storeUntilYesterday(tx: Tx, zone: string, today: string): Promise<void> {
  const yesterday = addDays(today, -1);
  // Read again, because another process may have stored the days before this one acquired the lock.
  const storedUntil = await findStoredDay(tx, zone);
  if (isStored(storedUntil, yesterday)) return;
  if (storedUntil === null) await markDaysStored(tx, zone, yesterday);
  else await storeDays(tx, zone, { from: getFirstOpenDay(storedUntil, today), to: yesterday });
}

/**
 * Records how long screens are online, and what they download. Every five minutes, the connections of all screens are compared with the previous sample, and
 * only differences are stored. A screen whose connection does not change costs one row a day.
 */
export function createUptimeService({ db, clock }: { db: Database; clock: Clock }) {
  const downloads = new Map<string, { files: number; bytes: number }>();

  const addDownload = (screenId: string, files: number, bytes: number): void => {
    const counted = downloads.get(screenId) ?? { files: 0, bytes: 0 };
    downloads.set(screenId, { files: counted.files + files, bytes: counted.bytes + bytes });
  };

  const listDates = async (tx: Tx | Database) =>
    (await listTimeZones(tx)).map((zone) => ({ zone, day: getLocalDate(clock.now().getTime(), zone) }));

  return {
    /** Samples the connections of all screens, once in five minutes among all processes. */
    async sample(): Promise<void> {
      const slot = Math.floor(clock.now().getTime() / SAMPLE_INTERVAL_MS) * SAMPLE_INTERVAL_MS;
      await db.transaction().execute(async (tx) => {
        await forceCustomPlans(tx);
        await insertSample(tx, new Date(slot));
      });
    },

    /** Stores the uptime on days that have ended in their time zones. Each day is stored by one process. */
    async storeEndedDays(): Promise<void> {
      for (const { zone, storedUntil } of await listStoredDays(db)) {
        const today = getLocalDate(clock.now().getTime(), zone);
        if (isStored(storedUntil, addDays(today, -1))) continue;
        await db.transaction().execute(async (tx) => {
          await forceCustomPlans(tx);
          if (await lockDays(tx, zone)) await storeUntilYesterday(tx, zone, today);
        });
      }
    },

    /** Counts a file that this process sent to a screen. It is stored within a minute, and lost when the process is killed before. */
    countDownload: (screenId: string, { bytes, isStart }: { bytes: number; isStart: boolean }): void =>
      addDownload(screenId, isStart ? 1 : 0, bytes),

    /** Stores what was downloaded from this process since the last call. */
    async storeDownloads(): Promise<void> {
      if (downloads.size === 0) return;
      const counted = [...downloads].map(([screenId, sums]) => ({ screenId, ...sums })).sort((a, b) => (a.screenId < b.screenId ? -1 : 1));
      downloads.clear();
      let stored = 0;
      try {
        const dates = await listDates(db);
        for (; stored < counted.length; stored += DOWNLOADS_AT_ONCE) {
          const batch = counted.slice(stored, stored + DOWNLOADS_AT_ONCE);
          await db.transaction().execute(async (tx) => {
            await allowAsyncCommit(tx);
            await addDownloads(tx, batch, dates);
          });
        }
      } catch (error) {
        // The next call stores them.
        for (const { screenId, files, bytes } of counted.slice(stored)) addDownload(screenId, files, bytes);
        throw error;
      }
    },

    async deleteOld(): Promise<void> {
      await deleteDeviceDaysBefore(autocommit(db), PLAY_DAYS_MAX);
      await deleteSamplesBefore(autocommit(db), new Date(clock.now().getTime() - (MAX_OPEN_DAYS + 2) * DAY_MS));
    },
  };
}
