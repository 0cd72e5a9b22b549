import { stat } from 'node:fs/promises';
import os from 'node:os';
import { ALERT_JOBS_HOURS, ALERT_RENEWALS_HOURS, type AlertKind } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { MailRecipient } from '../../platform/mail/compose-mail.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { SystemApi } from '../system/index.ts';
import { type AlertFinding, alertMail } from './alert-mails.presenter.ts';
import { findSettings, type SettingsRow } from './alert-settings.store.ts';
import { countUnpaidRenewals, findOfflineScreens, listAdministrators } from './alerts.read-model.ts';
import { evaluateAlert, getPercentUsed, isDiskFull } from './alerts.rules.ts';
import { type AlertRow, deleteAlertsNotCheckedSince, lockAlert, updateAlert } from './alerts.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STALE_ALERT_HOURS = 24;
export const CHECK_INTERVAL_MS = MINUTE_MS;
export const CLEANUP_INTERVAL_MS = HOUR_MS;
const MAX_SUBJECT_LENGTH = 200;

interface Deps {
  db: Database;
  queue: Queue;
  clock: Clock;
  publicUrl: string;
  dataDir: string;
  system: SystemApi;
}

interface CheckResult {
  finding: AlertFinding;
  isBad: boolean;
}

type AlertCheck = (tx: Tx, settings: SettingsRow, now: Date, row: AlertRow) => Promise<CheckResult>;

export const listRecipients = async (db: Tx | Database, { recipients }: Pick<SettingsRow, 'recipients'>): Promise<MailRecipient[]> =>
  recipients.length > 0 ? recipients.map((email) => ({ name: '', email })) : await listAdministrators(db);

export const getEnabledKinds = (settings: SettingsRow): Record<AlertKind, boolean> => ({
  screensOffline: settings.screens_on,
  diskFull: settings.disk_on,
  jobsFailed: settings.jobs_on,
  renewalsFailed: settings.renewals_on,
});

/**
 * Checks the conditions that administrators are alerted about. Each check runs under its row's lock, and its emails are enqueued in the transaction that
 * records the alert. Only one of several processes sends an alert, and no alert is lost in a crash.
 */
export function createAlertChecks({ db, queue, clock, publicUrl, dataDir, system }: Deps) {
  const subtractHours = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR_MS);

  const checks: Record<Exclude<AlertKind, 'diskFull'>, AlertCheck> = {
    async screensOffline(tx, { screens_minutes: minutes, screens_count: threshold }, now) {
      const { count, named } = await findOfflineScreens(tx, now, new Date(now.getTime() - minutes * MINUTE_MS));
      return { finding: { kind: 'screensOffline', count, minutes, named }, isBad: count >= threshold };
    },
    async jobsFailed(tx, { jobs_count: threshold }, now) {
      const kinds = await system.countGivenUp(tx, subtractHours(now, ALERT_JOBS_HOURS));
      const count = kinds.reduce((sum, { count: failed }) => sum + failed, 0);
      return { finding: { kind: 'jobsFailed', count, kinds }, isBad: count >= threshold };
    },
    async renewalsFailed(tx, { renewals_count: threshold }, now) {
      const count = await countUnpaidRenewals(tx, subtractHours(now, ALERT_RENEWALS_HOURS));
      return { finding: { kind: 'renewalsFailed', count }, isBad: count >= threshold };
    },
  };

  const checkAndNotify = (kind: AlertKind, subject: string, check: AlertCheck) =>
    db.transaction().execute(async (tx) => {
      const settings = await findSettings(tx);
      if (!getEnabledKinds(settings)[kind]) return;
      const now = clock.now();
      const row = await lockAlert(tx, kind, subject, now);
      const { finding, isBad } = await check(tx, settings, now, row);
      const told = { isTold: row.is_told, toldAt: row.told_at, toldCount: row.told_count };
      const outcome = evaluateAlert(told, { isBad, count: finding.count }, now, settings.quiet_minutes);
      await updateAlert(tx, row, { ...outcome.told, count: finding.count, since: isBad ? (row.since ?? now) : null });
      if (outcome.news)
        for (const recipient of await listRecipients(tx, settings))
          await queue.add(tx, mailJob, alertMail(recipient, finding, outcome.news, publicUrl));
    });

  return {
    /** Checks with the same result on every machine. */
    tasks: (Object.keys(checks) as (keyof typeof checks)[]).map((kind) => ({
      name: `alerts.${kind}`,
      everyMs: CHECK_INTERVAL_MS,
      run: () => checkAndNotify(kind, '', checks[kind]),
    })),

    /** Checks the disk of this process, which all processes of the machine share. */
    async checkDisk(): Promise<void> {
      const [{ total, free, folder }, { dev }] = [await system.readDiskUsage(), await stat(dataDir)];
      const [host, count] = [os.hostname(), getPercentUsed({ total, free })];
      await checkAndNotify(
        'diskFull',
        `${host}:${dev}`.slice(-MAX_SUBJECT_LENGTH),
        async (_tx, { disk_percent: threshold }, _now, { is_told: isTold }) => ({
          finding: { kind: 'diskFull', count, host, folder, total, free },
          isBad: isDiskFull(count, threshold, isTold),
        }),
      );
    },

    /** Deletes alerts of machines that no longer report. */
    deleteStaleAlerts: async (): Promise<void> =>
      void (await deleteAlertsNotCheckedSince(db, subtractHours(clock.now(), STALE_ALERT_HOURS))),
  };
}
