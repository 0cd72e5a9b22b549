import { PLAY_DAYS_MAX } from '@vitrine/contract';
import { getLocalDate, getOperation } from '@vitrine/playback';
import type { Clock } from '../../platform/clock.ts';
import { allowAsyncCommit, autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { listOperatingHours } from '../devices/index.ts';
import {
  addDownloads,
  claimRun,
  deleteDeviceDaysBefore,
  insertSamples,
  listDevicesWithHours,
  listTimeZones,
  SAMPLE_INTERVAL_MS,
} from './device-days.store.ts';

const SCREENS_AT_ONCE = 1000;
/** Screens whose downloads are stored with one statement. */
const DOWNLOADS_AT_ONCE = 1000;

/** Records how long screens are online, and what they download. */
export function createUptimeService({ db, clock }: { db: Database; clock: Clock }) {
  const downloads = new Map<string, { files: number; bytes: number }>();

  const listDates = async (tx: Tx | Database) =>
    (await listTimeZones(tx)).map((zone) => ({ zone, day: getLocalDate(clock.now().getTime(), zone) }));

  const listOffIds = async (now: number): Promise<string[]> =>
    (await listDevicesWithHours(db))
      .filter((device) => !getOperation({ hours: listOperatingHours(device), timeZone: device.time_zone, now }).isOn)
      .map(({ id }) => id);

  return {
    /** Samples the connections of all screens, once in five minutes among all processes. */
    async sample(): Promise<void> {
      const slot = new Date(Math.floor(clock.now().getTime() / SAMPLE_INTERVAL_MS) * SAMPLE_INTERVAL_MS);
      if (!(await claimRun(autocommit(db), 'samples', slot))) return;
      const offIds = await listOffIds(clock.now().getTime());
      const dates = await listDates(db);
      let after: string | null = null;
      do {
        const place: string | null = after;
        after = await db.transaction().execute(async (tx) => {
          await allowAsyncCommit(tx);
          return insertSamples(tx, { dates, offIds, after: place, limit: SCREENS_AT_ONCE });
        });
      } while (after !== null);
    },

    /** Counts a file that this process sent to a screen. It is stored within a minute, and lost when the process is killed before. */
    countDownload(screenId: string, { bytes, isStart }: { bytes: number; isStart: boolean }): void {
      const counted = downloads.get(screenId) ?? { files: 0, bytes: 0 };
      downloads.set(screenId, { files: counted.files + (isStart ? 1 : 0), bytes: counted.bytes + bytes });
    },

    /** Stores what was downloaded from this process since the last call. */
    async storeDownloads(): Promise<void> {
      if (downloads.size === 0) return;
      const counted = [...downloads].map(([screenId, sums]) => ({ screenId, ...sums })).sort((a, b) => (a.screenId < b.screenId ? -1 : 1));
      downloads.clear();
      const dates = await listDates(db);
      for (let from = 0; from < counted.length; from += DOWNLOADS_AT_ONCE)
        await db.transaction().execute(async (tx) => {
          await allowAsyncCommit(tx);
          await addDownloads(tx, counted.slice(from, from + DOWNLOADS_AT_ONCE), dates);
        });
    },

    async deleteOld(): Promise<void> {
      await deleteDeviceDaysBefore(autocommit(db), PLAY_DAYS_MAX);
    },
  };
}
