import type { DeviceSyncRow } from './device-sync.read-model.ts';
import type { ReceivedReport } from './screens/screen-report-cache.ts';

export interface DeviceSyncStatus {
  id: string;
  name: string;
  isReady: boolean;
  isFaulty: boolean;
  isDownloadStarting: boolean;
}

/** A report older than this says nothing about what a screen does now, in milliseconds. */
const STALE_REPORT_MS = 60_000;

/** What is in this process's memory is newer than what the database kept. */
export function getSyncStatus(row: DeviceSyncRow, inMemory: ReceivedReport | undefined, now: Date): DeviceSyncStatus {
  const reported = inMemory
    ? { ...inMemory.report, failed: inMemory.report.failed.length, at: inMemory.at }
    : { revision: row.reported_revision, downloaded: row.downloaded, total: row.total, failed: row.failed, at: row.reported_at };
  const isBehind = reported.revision === null || reported.revision < row.revision;
  const isRecent = reported.at !== null && now.getTime() - reported.at.getTime() < STALE_REPORT_MS;
  return {
    id: row.id,
    name: row.name,
    isReady: row.is_online && !isBehind,
    isFaulty: row.is_online && (reported.failed ?? 0) > 0,
    // Of type start (specification 2 §5): it has begun, and has nothing whole yet.
    isDownloadStarting: row.is_online && isBehind && isRecent && reported.downloaded === 0 && (reported.total ?? 0) > 0,
  };
}
