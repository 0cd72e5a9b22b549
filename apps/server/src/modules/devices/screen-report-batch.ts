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

interface ReceivedReport {
  screenId: string;
  report: ScreenReport;
  mustWrite: boolean;
}

/** Stores screens' reports where needed, and notifies the devices' audiences. */
export const createReportBatch = ({ db, live, sendLocally }: ReportBatchDeps): ((received: ReceivedReport) => Promise<boolean>) =>
  createBatch(
    async (received: readonly ReceivedReport[]) => {
      const newest = newestOf(received);
      const devices = await listDevicesOfScreens(db, [...newest.keys()]);
      const nudgesFor = (isWritten: boolean) =>
        devices.flatMap((device) => {
          const last = newest.get(device.screen_id);
          return last?.mustWrite === isWritten ? [statusNudge(device), downloadNudge(device, last.report)] : [];
        });
      const toWrite = [...newest.values()].filter(({ mustWrite }) => mustWrite);
      if (toWrite.length > 0) {
        await db.transaction().execute(async (tx) => {
          await commitWithoutDisk(tx);
          await updateReports(tx, toWrite);
          await live.send(tx, capPerRoom(nudgesFor(true)));
        });
      }
      for (const nudge of capPerRoom(nudgesFor(false))) sendLocally(nudge);
      return received.map(() => true);
    },
    { waitMs: 50, max: AT_ONCE },
  );

/** Of two reports of one screen the last one counts; it is written if either had to be. */
function newestOf(received: readonly ReceivedReport[]): Map<string, ReceivedReport> {
  const newest = new Map<string, ReceivedReport>();
  for (const one of received) {
    const mustWrite = one.mustWrite || newest.get(one.screenId)?.mustWrite === true;
    newest.set(one.screenId, { ...one, mustWrite });
  }
  return newest;
}
