import type { ScreenReport } from '@vitrine/contract';
import { createBatch } from '../../platform/batch.ts';
import { commitWithoutDisk, type Database } from '../../platform/database/database.ts';
import { capPerRoom, type Live, type Nudge } from '../../platform/live/live.ts';
import { listDevicesOfScreens } from './devices.store.ts';
import { downloadNudge, statusNudge } from './screen-nudges.ts';
import { updateReports } from './screens.store.ts';

export interface ReportBatchDeps {
  db: Database;
  live: Live;
  /** Reaches only the sockets of this process: for what changes too often to tell all of them. */
  sendLocally: (nudge: Nudge) => void;
}

const AT_ONCE = 500;

interface Told {
  screenId: string;
  report: ScreenReport;
  mustWrite: boolean;
}

/** Writes what screens say where it has to be kept, and tells who may see it. */
export const createReportBatch = ({ db, live, sendLocally }: ReportBatchDeps): ((told: Told) => Promise<boolean>) =>
  createBatch(
    async (told: readonly Told[]) => {
      const newest = newestOf(told);
      const devices = await listDevicesOfScreens(db, [...newest.keys()]);
      const nudgesOf = (isWritten: boolean) =>
        devices.flatMap((device) => {
          const last = newest.get(device.screen_id);
          return last?.mustWrite === isWritten ? [statusNudge(device), downloadNudge(device, last.report)] : [];
        });
      const toWrite = [...newest.values()].filter(({ mustWrite }) => mustWrite);
      if (toWrite.length > 0) {
        await db.transaction().execute(async (tx) => {
          await commitWithoutDisk(tx);
          await updateReports(tx, toWrite);
          await live.send(tx, capPerRoom(nudgesOf(true)));
        });
      }
      for (const nudge of capPerRoom(nudgesOf(false))) sendLocally(nudge);
      return told.map(() => true);
    },
    { waitMs: 50, max: AT_ONCE },
  );

/** Of a screen that spoke twice the last word counts, and is written if one of them had to be. */
function newestOf(told: readonly Told[]): Map<string, Told> {
  const newest = new Map<string, Told>();
  for (const one of told) {
    const mustWrite = one.mustWrite || newest.get(one.screenId)?.mustWrite === true;
    newest.set(one.screenId, { ...one, mustWrite });
  }
  return newest;
}
