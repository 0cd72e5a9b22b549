import type { EmergencyColor } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { type EmergencyOwner, isReached } from './emergency-screens.read-model.ts';

/** The CAP alert that raised an alert, or its last update. */
export interface CapReference {
  sender: string;
  identifier: string;
}

export interface NewAlert extends EmergencyOwner {
  id: string;
  message_id: string;
  title: string;
  color: EmergencyColor;
  is_drill: boolean;
  raised_by: string;
  raised_at: Date;
  ends_at: Date;
  cap_sender: string | null;
  cap_identifier: string | null;
}

export const insertAlert = (tx: Tx, alert: NewAlert) => tx.insertInto('emergency_alerts').values(alert).execute();

export const findOpenAlert = (tx: Tx, messageId: string) =>
  tx
    .selectFrom('emergency_alerts')
    .select(['id', 'is_drill', 'ends_at'])
    .where('message_id', '=', messageId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export const findAlertFacts = (tx: Tx, id: string) =>
  tx
    .selectFrom('emergency_alerts')
    .select(['id', 'message_id', 'user_id', 'org_id', 'is_drill', 'ends_at', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst();

export async function updateAlertEnd(tx: Tx, id: string, endsAt: Date, cap?: CapReference): Promise<void> {
  await tx
    .updateTable('emergency_alerts')
    .set({ ends_at: endsAt, ...(cap && { cap_sender: cap.sender, cap_identifier: cap.identifier }) })
    .where('id', '=', id)
    .execute();
}

/** Ends alerts and stores how many screens showed them. An alert whose time is over ends at that time. Returns those that were open. */
export async function finishAlerts(tx: Tx, ids: readonly string[], now: Date, endedBy: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update emergency_alerts alert set ended_at = least(alert.ends_at, greatest(${now}::timestamptz, alert.raised_at)), ended_by = ${endedBy},
      screens = (select count(*) from emergency_messages message join devices on devices.user_id = message.user_id where message.id = alert.message_id and ${isReached}),
      shown = (select count(*) from emergency_receipts receipt join devices on devices.id = receipt.device_id
        join emergency_messages message on message.id = alert.message_id where receipt.alert_id = alert.id and ${isReached})
    where alert.id = any(${toUuidArray([...ids])}) and alert.ended_at is null returning alert.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists open alerts of a family. */
export const listOpenAlertsOfFamily = async (tx: Tx, orgId: string): Promise<string[]> =>
  (await tx.selectFrom('emergency_alerts').select('id').where('org_id', '=', orgId).where('ended_at', 'is', null).execute()).map(
    ({ id }) => id,
  );

/** Lists open alerts whose time is over, at most 100. */
export async function listExpiredAlerts(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from emergency_alerts where ended_at is null and ends_at <= ${now} order by id limit 100 for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lists the active alerts of an account, or of a family, that these CAP alerts raised or updated last. */
export async function listAlertsOfCap(
  tx: Tx,
  { user_id, org_id }: EmergencyOwner,
  references: readonly CapReference[],
): Promise<{ id: string; messageId: string }[]> {
  const { rows } = await sql<{ id: string; messageId: string }>`
    select alert.id, alert.message_id as "messageId"
    from unnest(${references.map(({ sender }) => sender)}::text[], ${references.map(({ identifier }) => identifier)}::text[]) as given (sender, identifier)
    join emergency_alerts alert on alert.cap_sender = given.sender and alert.cap_identifier = given.identifier
    where alert.user_id = ${user_id} and alert.org_id is not distinct from ${org_id}::uuid and alert.ended_at is null and alert.message_id is not null
    order by alert.id`.execute(tx);
  return rows;
}

/** Records a CAP alert; false when the account or the family has received it before. */
export async function insertCapAlert(
  tx: Tx,
  { user_id, org_id }: EmergencyOwner,
  { sender, identifier }: CapReference,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into emergency_cap_alerts (scope_id, user_id, sender, identifier, received_at)
    values (${org_id ?? user_id}, ${user_id}, ${sender}, ${identifier}, ${now})
    on conflict do nothing returning identifier`.execute(tx);
  return rows.length > 0;
}

/**
 * Stores confirmations of screens, each once, and returns the alerts with new ones. Confirmations of alerts that do not reach the screen are ignored, because
 * screens are not trusted.
 */
export async function insertReceipts(
  tx: Tx,
  receipts: readonly { screenId: string; alertId: string }[],
  now: Date,
): Promise<{ alertIds: string[]; accepted: { screenId: string; alertId: string }[] }> {
  const { rows } = await sql<{ screenId: string; alertId: string; isNew: boolean }>`
    with reached as (
      select distinct given.screen_id, devices.id as device_id, alert.id as alert_id
      from unnest(${toUuidArray(receipts.map(({ screenId }) => screenId))}, ${toUuidArray(receipts.map(({ alertId }) => alertId))})
        as given (screen_id, alert_id)
      join devices on devices.screen_id = given.screen_id
      join emergency_alerts alert on alert.id = given.alert_id and alert.ended_at is null
      join emergency_messages message on message.id = alert.message_id
      where ${isReached} order by alert.id, devices.id),
    stored as (
      insert into emergency_receipts (alert_id, device_id, painted_at) select alert_id, device_id, ${now}::timestamptz from reached
      on conflict do nothing returning alert_id, device_id)
    select reached.screen_id as "screenId", reached.alert_id as "alertId", stored.alert_id is not null as "isNew"
    from reached left join stored using (alert_id, device_id)`.execute(tx);
  const alertIds = [...new Set(rows.filter(({ isNew }) => isNew).map(({ alertId }) => alertId))];
  return { alertIds, accepted: rows };
}

/** Deletes confirmations a month after the alert, the alerts after 13 months, and CAP alerts after a month. */
export async function deleteOldAlerts(tx: Tx): Promise<void> {
  await sql`
    delete from emergency_receipts using emergency_alerts alert
    where alert.id = emergency_receipts.alert_id and alert.ended_at < now() - interval '30 days'`.execute(tx);
  await sql`delete from emergency_alerts where ended_at < now() - interval '13 months'`.execute(tx);
  await sql`delete from emergency_cap_alerts where received_at < now() - interval '30 days'`.execute(tx);
}
