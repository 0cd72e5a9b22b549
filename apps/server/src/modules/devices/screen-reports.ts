import type { ScreenReport } from '@vitrine/contract';
import { LRUCache } from 'lru-cache';
import { entriesUpTo } from '../../platform/bounds.ts';

export interface Reported {
  report: ScreenReport;
  at: Date;
}

/** Sockets of one process are far fewer; this only keeps a fault from growing without a bound. */
const MAX_SCREENS = 50_000;
const CHECKPOINT_MS = 60_000;

/**
 * The newest report of each screen on this process. The database hears of transitions (another
 * manifest, playlist or download state), of a checkpoint a minute while something changes, and of the
 * last word; which picture is on the wall changes every few seconds and stays in memory.
 */
export function createScreenReports() {
  const latest = new LRUCache<string, Reported & { isWritten: boolean }>(entriesUpTo(MAX_SCREENS));
  const writtenAt = new LRUCache<string, number>(entriesUpTo(MAX_SCREENS));

  return {
    find: (screenId: string): Reported | undefined => latest.get(screenId),
    /** Forgets the report of a screen that left, and answers it if the database does not have it. */
    remove(screenId: string): ScreenReport | undefined {
      const last = latest.get(screenId);
      latest.delete(screenId);
      return last?.isWritten ? undefined : last?.report;
    },
    /** Keeps the report and says whether the database has to hear of it. */
    note(screenId: string, report: ScreenReport, at: Date): boolean {
      const before = latest.get(screenId)?.report;
      const isTransition = !before || transitionKey(before) !== transitionKey(report);
      const isDue = at.getTime() - (writtenAt.get(screenId) ?? 0) > CHECKPOINT_MS;
      const isWritten = isTransition || isDue;
      latest.set(screenId, { report, at, isWritten });
      if (isWritten) writtenAt.set(screenId, at.getTime());
      return isWritten;
    },
  };
}

export type ScreenReports = ReturnType<typeof createScreenReports>;

const transitionKey = (report: ScreenReport) =>
  JSON.stringify([report.revision, report.downloaded === report.total, report.total, report.publishId, report.failed]);
