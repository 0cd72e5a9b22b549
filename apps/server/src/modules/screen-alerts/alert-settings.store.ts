import type { AlertConditions, QuietHours } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { AlertScope } from './subscriptions.store.ts';

/** Conditions as they are stored, possibly by an earlier version. */
export type StoredConditions = Partial<AlertConditions> & { source?: { isOn: boolean } };

export interface QuietHoursRow {
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string | null;
}

const isScope = (scopeId: string) => sql<boolean>`coalesce(org_id, user_id) = ${scopeId}::uuid and tag_id is null`;

export const findQuietHours = (db: Db, scopeId: string): Promise<QuietHoursRow | undefined> =>
  db.selectFrom('screen_alert_settings').select(['quiet_from', 'quiet_until', 'time_zone']).where(isScope(scopeId)).executeTakeFirst();

export async function findSettings(db: Db, scopeId: string): Promise<(QuietHoursRow & { conditions: StoredConditions }) | undefined> {
  const row = await db
    .selectFrom('screen_alert_settings')
    .select(['conditions', 'quiet_from', 'quiet_until', 'time_zone'])
    .where(isScope(scopeId))
    .executeTakeFirst();
  return row && { ...row, conditions: row.conditions as StoredConditions };
}

export async function saveSettings(
  tx: Tx,
  { ownerId, orgId }: AlertScope,
  conditions: StoredConditions,
  quietHours: QuietHours | null,
): Promise<void> {
  const [from, until, zone] = [quietHours?.from ?? null, quietHours?.until ?? null, quietHours?.timeZone ?? null];
  await sql`
    insert into screen_alert_settings (id, user_id, org_id, conditions, quiet_from, quiet_until, time_zone)
    values (${newId()}, ${ownerId}, ${orgId}, ${JSON.stringify(conditions)}::jsonb, ${from}, ${until}, ${zone})
    on conflict (coalesce(org_id, user_id)) where tag_id is null do update set conditions = excluded.conditions,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, time_zone = excluded.time_zone, updated_at = now()`.execute(tx);
}

/** Returns false when the tag no longer exists. */
export async function saveTagSettings(tx: Tx, tagId: string, conditions: AlertConditions): Promise<boolean> {
  const { rows } = await sql`
    insert into screen_alert_settings (id, user_id, org_id, tag_id, conditions)
    select ${newId()}, user_id, org_id, id, ${JSON.stringify(conditions)}::jsonb from device_tags where id = ${tagId}
    on conflict (tag_id) do update set conditions = excluded.conditions, updated_at = now() returning id`.execute(tx);
  return rows.length > 0;
}

export const deleteTagSettings = (tx: Tx, tagId: string) => tx.deleteFrom('screen_alert_settings').where('tag_id', '=', tagId).execute();

/** Transfers the settings of a family and of its tags to the new owner. */
export const reassignSettings = (tx: Tx, orgId: string, ownerId: string) =>
  tx.updateTable('screen_alert_settings').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
