import type { SyncRow } from './device-progress.read-model.ts';
import type { Reported } from './screen-reports.ts';

export interface SyncStatus {
  id: string;
  name: string;
  isReady: boolean;
  isFaulty: boolean;
  isStarting: boolean;
}

/** A report older than this says nothing about what a screen does now, in milliseconds. */
const STALE_MS = 60_000;

/** What is in this process's memory is newer than what the database kept. */
export function syncStatusOf(row: SyncRow, inMemory: Reported | undefined, now: Date): SyncStatus {
  const told = inMemory
    ? { ...inMemory.report, failed: inMemory.report.failed.length, at: inMemory.at }
    : { revision: row.reported_revision, downloaded: row.downloaded, total: row.total, failed: row.failed, at: row.reported_at };
  const isBehind = told.revision === null || told.revision < row.revision;
  const isRecent = told.at !== null && now.getTime() - told.at.getTime() < STALE_MS;
  return {
    id: row.id,
    name: row.name,
    isReady: row.is_online && !isBehind,
    isFaulty: row.is_online && (told.failed ?? 0) > 0,
    // Of type start (specification 2 §5): it has begun, and has nothing whole yet.
    isStarting: row.is_online && isBehind && isRecent && told.downloaded === 0 && (told.total ?? 0) > 0,
  };
}
