import type { AlertKind, AlertSettings, StandingAlert } from '@vitrine/contract';
import type { SettingsRow } from './alert-settings.store.ts';
import type { AlertRow } from './alerts.store.ts';

export const presentSettings = (row: SettingsRow): AlertSettings => ({
  screensOffline: { isOn: row.screens_on, minutes: row.screens_minutes, count: row.screens_count },
  diskFull: { isOn: row.disk_on, percent: row.disk_percent },
  jobsFailed: { isOn: row.jobs_on, count: row.jobs_count },
  renewalsFailed: { isOn: row.renewals_on, count: row.renewals_count },
  quietMinutes: row.quiet_minutes,
  recipients: row.recipients,
});

/** Of a disk the machine, without the number that tells its disks apart. */
export const presentActiveAlerts = (rows: readonly AlertRow[]): StandingAlert[] =>
  rows.flatMap(({ kind, subject, count, since }) =>
    since ? [{ kind: kind as AlertKind, subject: subject.replace(/:\d+$/, ''), count, since: since.toISOString() }] : [],
  );
