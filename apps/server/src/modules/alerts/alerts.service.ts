import type { ActiveAlert, AlertKind, AlertSettings, AlertSettingsBody, AlertState } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { findSettings, lockSettings, type SettingsRow, updateSettings } from './alert-settings.store.ts';
import { getEnabledKinds, listRecipients } from './alerts.jobs.ts';
import { type AlertRow, deleteAlerts, listActiveAlerts } from './alerts.store.ts';

/** Email alerts as the console shows and changes them. */
export function createAlertsService({ db, clock }: { db: Database; clock: Clock }) {
  const present = async (on: Database | Tx, row: SettingsRow): Promise<AlertState> => ({
    settings: presentSettings(row),
    updatedAt: row.updated_at.toISOString(),
    readers: (await listRecipients(on, row)).map(({ email }) => email),
    standing: presentActiveAlerts(await listActiveAlerts(on)).filter(({ kind }) => getEnabledKinds(row)[kind]),
  });

  return {
    read: async (): Promise<AlertState> => present(db, await findSettings(db)),

    /** Changes the settings. CHANGED_MEANWHILE. The state of disabled alerts is deleted, so that they are sent again after they are enabled. */
    edit: (actor: Person, { updatedAt, ...settings }: AlertSettingsBody): Promise<AlertState> =>
      db.transaction().execute(async (tx) => {
        const before = await lockSettings(tx);
        if (before.updated_at.getTime() !== new Date(updatedAt).getTime()) throw new AppError('CHANGED_MEANWHILE');
        await insertAuditEntry(tx, {
          actorId: actor.userId,
          userId: null,
          action: 'alerts.update',
          objects: { table: 'alert_settings', ids: [before.id] },
        });
        const at = new Date(Math.max(clock.now().getTime(), before.updated_at.getTime() + 1));
        const after = await updateSettings(tx, before.id, settings, at);
        const disabledKinds = (Object.entries(getEnabledKinds(after)) as [AlertKind, boolean][])
          .filter(([, on]) => !on)
          .map(([kind]) => kind);
        if (disabledKinds.length > 0) await deleteAlerts(tx, disabledKinds);
        return present(tx, after);
      }),
  };
}

export type AlertsService = ReturnType<typeof createAlertsService>;

export const presentSettings = (row: SettingsRow): AlertSettings => ({
  screensOffline: { isOn: row.screens_on, minutes: row.screens_minutes, count: row.screens_count },
  diskFull: { isOn: row.disk_on, percent: row.disk_percent },
  jobsFailed: { isOn: row.jobs_on, count: row.jobs_count },
  renewalsFailed: { isOn: row.renewals_on, count: row.renewals_count },
  quietMinutes: row.quiet_minutes,
  recipients: row.recipients,
});

/** For a disk, the machine's name without the number that distinguishes its disks. */
export const presentActiveAlerts = (rows: readonly AlertRow[]): ActiveAlert[] =>
  rows.flatMap(({ kind, subject, count, since }) =>
    since ? [{ kind: kind as AlertKind, subject: subject.replace(/:\d+$/, ''), count, since: since.toISOString() }] : [],
  );
