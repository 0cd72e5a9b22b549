import type { ScreenReport } from '@vitrine/contract';
import { LRUCache } from 'lru-cache';
import { maxEntries } from '../../../platform/lru-options.ts';

export interface ReceivedReport {
  report: ScreenReport;
  at: Date;
}

export interface ScreenReportEntry {
  screenId: string;
  report: ScreenReport;
}

interface StoredReport extends ReceivedReport {
  isWritten: boolean;
  /** Time of the last write to the database, in epoch milliseconds. */
  writtenAt: number;
}

/** Sockets of one process are far fewer; this only keeps a fault from growing without a bound. */
const MAX_SCREENS = 50_000;
/** Together with the ten seconds of a batch, the database is at most a minute behind. */
const CHECKPOINT_INTERVAL_MS = 50_000;

/** The newest report of each screen on this process, and whether the database has it. */
export function createScreenReportCache() {
  const latest = new LRUCache<string, StoredReport>(maxEntries(MAX_SCREENS));

  return {
    find: (screenId: string): ReceivedReport | undefined => latest.get(screenId),
    /** Reports of connected screens. */
    list: (screenIds: Iterable<string>): ScreenReportEntry[] =>
      [...new Set(screenIds)].flatMap((screenId) => {
        const report = latest.peek(screenId)?.report;
        return report ? [{ screenId, report }] : [];
      }),
    /** Forgets the report of a screen that left, and answers it if the database does not have it. */
    remove(screenId: string): ScreenReport | undefined {
      const last = latest.get(screenId);
      latest.delete(screenId);
      return last?.isWritten ? undefined : last?.report;
    },
    /** Stores the report in memory. Returns true for a transition, which users are notified about immediately. */
    add(screenId: string, report: ScreenReport, at: Date): boolean {
      const before = latest.get(screenId);
      latest.set(screenId, { report, at, isWritten: false, writtenAt: before?.writtenAt ?? 0 });
      return !before || isTransition(before.report, report);
    },
    /** Marks reports as stored, unless a screen has sent a newer one meanwhile. */
    markWritten(reports: readonly ScreenReportEntry[], at: Date): void {
      for (const { screenId, report } of reports) {
        const kept = latest.peek(screenId);
        if (kept) Object.assign(kept, { writtenAt: at.getTime(), isWritten: kept.report === report });
      }
    },
    /** Whether the database lacks the newest of it. */
    isUnwritten: (screenId: string): boolean => latest.peek(screenId)?.isWritten === false,
    /** Whether it lacks it, and has heard nothing of the screen for the time of a checkpoint. */
    isCheckpointDue(screenId: string, now: Date): boolean {
      const kept = latest.peek(screenId);
      return kept !== undefined && !kept.isWritten && now.getTime() - kept.writtenAt >= CHECKPOINT_INTERVAL_MS;
    },
  };
}

export type ScreenReportCache = ReturnType<typeof createScreenReportCache>;

/** Another manifest, playlist, state of the download or version, or another fault. */
const isTransition = (before: ScreenReport, after: ScreenReport): boolean =>
  before.revision !== after.revision ||
  before.total !== after.total ||
  (before.downloaded === before.total) !== (after.downloaded === after.total) ||
  before.publishId !== after.publishId ||
  (before.shell !== after.shell && JSON.stringify(before.shell) !== JSON.stringify(after.shell)) ||
  // Other changes keep the same list object, so the comparison as text is rare.
  (before.failed !== after.failed && JSON.stringify(before.failed) !== JSON.stringify(after.failed));
