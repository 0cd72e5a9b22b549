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
  /** The screen has disconnected. Only the update of its presence stores the report, because the screen may report to another process by now. */
  hasEnded?: boolean;
}

/** Safety bound for memory. One process has far fewer sockets. */
const MAX_SCREENS = 50_000;
/** Reports are stored in batches of ten seconds, so the database is at most one minute out of date. */
const CHECKPOINT_INTERVAL_MS = 50_000;

/** Caches the newest report of each screen of this process, and whether the database has stored it. */
export function createScreenReportCache() {
  const latest = new LRUCache<string, StoredReport>(maxEntries(MAX_SCREENS));
  const peekActive = (screenId: string): StoredReport | undefined => {
    const cached = latest.peek(screenId);
    return cached?.hasEnded ? undefined : cached;
  };

  return {
    find: (screenId: string): ReceivedReport | undefined => latest.get(screenId),
    /** Lists the cached reports of those of these screens that have not disconnected. */
    list: (screenIds: Iterable<string>): ScreenReportEntry[] =>
      [...new Set(screenIds)].flatMap((screenId) => {
        const report = peekActive(screenId)?.report;
        return report ? [{ screenId, report }] : [];
      }),
    /** Marks the reports of disconnected screens. Returns those that the database has not stored. */
    markEnded: (screenIds: Iterable<string>): ScreenReportEntry[] =>
      [...new Set(screenIds)].flatMap((screenId) => {
        const cached = latest.peek(screenId);
        if (!cached) return [];
        cached.hasEnded = true;
        return cached.isWritten ? [] : [{ screenId, report: cached.report }];
      }),
    /** Removes the marked reports of these screens, unless a screen has sent a newer one in the meantime. */
    removeEnded(screenIds: Iterable<string>): void {
      for (const screenId of screenIds) if (latest.peek(screenId)?.hasEnded) latest.delete(screenId);
    },
    /** Stores the report in memory. Returns true for a transition, which must be sent to users immediately. */
    add(screenId: string, report: ScreenReport, at: Date): boolean {
      const before = peekActive(screenId);
      latest.set(screenId, { report, at, isWritten: false, writtenAt: before?.writtenAt ?? 0 });
      return !before || isTransition(before.report, report);
    },
    /** Marks reports as stored, unless a screen has sent a newer one in the meantime. */
    markWritten(reports: readonly ScreenReportEntry[], at: Date): void {
      for (const { screenId, report } of reports) {
        const cached = latest.peek(screenId);
        if (cached) Object.assign(cached, { writtenAt: at.getTime(), isWritten: cached.report === report });
      }
    },
    /** Returns true when the database has not stored the newest report. */
    isUnwritten: (screenId: string): boolean => peekActive(screenId)?.isWritten === false,
    /** Returns true when the newest report is not stored and the last write is older than the checkpoint interval. */
    isCheckpointDue(screenId: string, now: Date): boolean {
      const cached = peekActive(screenId);
      return cached !== undefined && !cached.isWritten && now.getTime() - cached.writtenAt >= CHECKPOINT_INTERVAL_MS;
    },
  };
}

export type ScreenReportCache = ReturnType<typeof createScreenReportCache>;

/** Returns true when the manifest, playlist, download state, failed files or player version changed. */
const isTransition = (before: ScreenReport, after: ScreenReport): boolean =>
  before.revision !== after.revision ||
  before.total !== after.total ||
  (before.downloaded === before.total) !== (after.downloaded === after.total) ||
  before.publishId !== after.publishId ||
  (before.shell !== after.shell && JSON.stringify(before.shell) !== JSON.stringify(after.shell)) ||
  // Other changes keep the same list object, so the comparison as text is rare.
  (before.failed !== after.failed && JSON.stringify(before.failed) !== JSON.stringify(after.failed));
