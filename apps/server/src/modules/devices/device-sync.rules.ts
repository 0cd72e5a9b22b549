import { isContentProblem } from '@vitrine/contract';
import type { DeviceSyncRow } from './device-sync.read-model.ts';
import type { ReceivedReport } from './screens/screen-report-cache.ts';

export interface DeviceSyncStatus {
  id: string;
  name: string;
  isReady: boolean;
  isFaulty: boolean;
  isDownloadStarting: boolean;
}

/** Age from which a report is considered stale, in milliseconds. */
const STALE_REPORT_MS = 60_000;

/** Returns the sync status of a screen. A report in this process's memory is newer than the one in the database. */
export function getSyncStatus(row: DeviceSyncRow, inMemory: ReceivedReport | undefined, now: Date): DeviceSyncStatus {
  const reported = inMemory
    ? { ...inMemory.report, failed: inMemory.report.failed.filter(isContentProblem).length, at: inMemory.at }
    : {
        revision: row.reported_revision,
        downloaded: row.downloaded,
        total: row.total,
        failed: row.failed,
        off: row.is_off,
        at: row.reported_at,
      };
  const isBehind = reported.revision === null || reported.revision < row.revision;
  const isRecent = reported.at !== null && now.getTime() - reported.at.getTime() < STALE_REPORT_MS;
  return {
    id: row.id,
    name: row.name,
    isReady: row.is_online && !isBehind,
    isFaulty: row.is_online && (reported.failed ?? 0) > 0,
    // Sync type start (specification 2 §5): the download has started, but no file is complete yet. A screen that is off downloads nothing.
    isDownloadStarting: row.is_online && isBehind && isRecent && !reported.off && reported.downloaded === 0 && (reported.total ?? 0) > 0,
  };
}
