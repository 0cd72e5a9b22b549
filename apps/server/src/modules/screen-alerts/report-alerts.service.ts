import { getWallClock, isActiveAt, isZoneKnown } from '@vitrine/playback';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { alertMail } from './alert-mails.presenter.ts';
import { findQuietHours, type QuietHoursRow } from './alert-settings.store.ts';
import { presentReport } from './alert-texts.presenter.ts';
import { listDueScopes, lockReport, markReported } from './reports.store.ts';
import { screenAlertsReported } from './screen-alerts.events.ts';
import { takeBegunAlerts, takeEndedAlerts } from './screen-alerts.store.ts';
import { type AlertScope, listSubscribers, lockPeople } from './subscriptions.store.ts';

const MINUTE_MS = 60_000;
/** Minimum time between two reports to an account or a family. */
const REPORT_INTERVAL_MS = 10 * MINUTE_MS;
/** Alerts that become due within this time are included, so that one report contains all screens that fail together. */
const GATHER_MS = 2 * MINUTE_MS;
/** Accounts and families of one query. */
const PAGE_SIZE = 500;

interface Deps {
  db: Database;
  queue: Queue;
  clock: Clock;
  emit: Emit;
  publicUrl: string;
}

/** Returns whether nothing is sent now. An unknown time zone has no quiet hours. */
function isQuiet(hours: QuietHoursRow | undefined, now: Date): boolean {
  if (!hours?.quiet_from || !hours.quiet_until || !hours.time_zone || !isZoneKnown(hours.time_zone)) return false;
  const window = { startTime: hours.quiet_from, endTime: hours.quiet_until, repeat: 'Daily' as const };
  return isActiveAt(window, getWallClock(now.getTime(), hours.time_zone));
}

/**
 * Sends due alerts: one email and one notification for each subscriber of an account or a family. Alerts are marked as reported in the transaction that enqueues
 * the emails, under the lock of their owner. Each is therefore reported once, also with several processes or after a process was killed.
 */
export function createAlertReports({ db, queue, clock, emit, publicUrl }: Deps) {
  const report = (scope: AlertScope): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await lockPeople(tx, scope);
      const now = clock.now();
      const last = await lockReport(tx, scope);
      // Another process is reporting the alerts now, or has just done so.
      if (!last || (last.reported_at && now.getTime() - last.reported_at.getTime() < REPORT_INTERVAL_MS)) return;
      if (isQuiet(await findQuietHours(tx, scope.scopeId), now)) return;
      await send(tx, scope, now);
    });

  const send = async (tx: Tx, scope: AlertScope, now: Date): Promise<void> => {
    const dueBefore = new Date(now.getTime() + GATHER_MS);
    const ended = await takeEndedAlerts(tx, scope.scopeId, dueBefore);
    const begun = await takeBegunAlerts(tx, scope.scopeId, now, dueBefore);
    if (begun.length + ended.length === 0) return;
    await markReported(tx, scope.scopeId, now);
    const texts = presentReport(begun, ended);
    const subscribers = await listSubscribers(tx, scope);
    for (const subscriber of subscribers) if (subscriber.by_email) await queue.add(tx, mailJob, alertMail(subscriber, texts, publicUrl));
    const userIds = subscribers.filter(({ by_notification }) => by_notification).map(({ id }) => id);
    await emit(tx, screenAlertsReported, { ownerId: scope.ownerId, userIds, text: texts.text, begun, ended });
  };

  return {
    /** Sends the reports that are due. A report that fails does not keep those of other owners from being sent; the error is thrown at the end. */
    async reportDue(): Promise<void> {
      const failures: unknown[] = [];
      const now = clock.now();
      const reportedBefore = new Date(now.getTime() - REPORT_INTERVAL_MS);
      for (let after: string | null = null; ; ) {
        const scopes: AlertScope[] = await listDueScopes(db, { now, reportedBefore, after, limit: PAGE_SIZE });
        for (const scope of scopes) await report(scope).catch((error: unknown) => failures.push(error));
        const last = scopes.at(-1);
        if (!last || scopes.length < PAGE_SIZE) break;
        after = last.scopeId;
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
