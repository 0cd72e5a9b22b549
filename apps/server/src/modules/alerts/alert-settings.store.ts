import type { AlertSettings } from '@vitrine/contract';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { AlertSettings as Table } from '../../platform/database/schema.gen.ts';

export type SettingsRow = Selectable<Table>;

export const findSettings = (db: Db): Promise<SettingsRow> => db.selectFrom('alert_settings').selectAll().executeTakeFirstOrThrow();

export const lockSettings = (tx: Tx): Promise<SettingsRow> =>
  tx.selectFrom('alert_settings').selectAll().forUpdate().executeTakeFirstOrThrow();

/** Sets `at` later than the current value, so that editors who read that one detect the change. */
export const updateSettings = (tx: Tx, id: string, settings: AlertSettings, at: Date): Promise<SettingsRow> =>
  tx
    .updateTable('alert_settings')
    .set({
      screens_on: settings.screensOffline.isOn,
      screens_minutes: settings.screensOffline.minutes,
      screens_count: settings.screensOffline.count,
      disk_on: settings.diskFull.isOn,
      disk_percent: settings.diskFull.percent,
      jobs_on: settings.jobsFailed.isOn,
      jobs_count: settings.jobsFailed.count,
      renewals_on: settings.renewalsFailed.isOn,
      renewals_count: settings.renewalsFailed.count,
      quiet_minutes: settings.quietMinutes,
      recipients: settings.recipients,
      updated_at: at,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
