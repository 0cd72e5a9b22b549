import type { EmergencyColor } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { type EmergencyOwner, isReached } from './emergency-screens.read-model.ts';

/** The CAP alert that raised an alert, or its last update. */
export interface CapReference {
  sender: string;
  identifier: string;
  /** Epoch milliseconds; null when a reference has no valid time. */
  sent: number | null;
  /** Whether its signature was verified. */
  isSigned: boolean;
}

/** Origin of an alert. The name is the one of the feed or the screen; null for a person. */
export interface AlertOrigin {
  raised_from: 'person' | 'feed' | 'screen';
  raised_by_name: string | null;
}

export interface NewAlert extends EmergencyOwner, AlertOrigin {
  id: string;
  message_id: string;
  title: string;
  color: EmergencyColor;
  is_drill: boolean;
  raised_by: string | null;
  raised_at: Date;
  ends_at: Date;
  cap_sender: string | null;
  cap_identifier: string | null;
  is_cap_signed: boolean;
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

/** Columns of the CAP alert that raised an alert, or updated it last. */
export const toCapColumns = (cap: CapReference | undefined) => ({
  cap_sender: cap?.sender ?? null,
  cap_identifier: cap?.identifier ?? null,
  is_cap_signed: cap?.isSigned ?? false,
});

export async function updateAlertEnd(tx: Tx, id: string, endsAt: Date, cap?: CapReference): Promise<void> {
  await tx.updateTable('emergency_alerts').set({ ends_at: endsAt }).where('id', '=', id).execute();
  if (!cap) return;
  const update = tx.updateTable('emergency_alerts').set(toCapColumns(cap)).where('id', '=', id);
  // An alert whose signature was not verified must not become the one whose cancellation ends a signed alert.
  await (cap.isSigned ? update : update.where('is_cap_signed', '=', false)).execute();
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

/**
 * Lists the active alerts of an account, or of a family, that these CAP alerts raised or updated last. An alert whose signature was not verified does not
 * change those of a signed one.
 */
export async function listAlertsOfCap(
  tx: Tx,
  { user_id, org_id }: EmergencyOwner,
  references: readonly Omit<CapReference, 'isSigned'>[],
  isSigned: boolean,
): Promise<{ id: string; messageId: string; is_drill: boolean }[]> {
  const { rows } = await sql<{ id: string; messageId: string; is_drill: boolean }>`
    select distinct alert.id, alert.message_id as "messageId", alert.is_drill
    from unnest(${references.map(({ sender }) => sender)}::text[], ${references.map(({ identifier }) => identifier)}::text[]) as given (sender, identifier)
    join emergency_alerts alert on alert.cap_sender = given.sender and alert.cap_identifier = given.identifier
    where alert.user_id = ${user_id} and alert.org_id is not distinct from ${org_id}::uuid and alert.ended_at is null and alert.message_id is not null
      and (${isSigned} or not alert.is_cap_signed)
    order by alert.id`.execute(tx);
  return rows;
}

/**
 * Records a CAP alert. Returns false when the account or the family has received it before. A later alert with the same identifier is a new one. A signed alert
 * counts as new after one whose signature was not verified, because anyone may have sent the latter.
 */
export async function insertCapAlert(
  tx: Tx,
  { user_id, org_id }: EmergencyOwner,
  { sender, identifier, sent, isSigned }: CapReference,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into emergency_cap_alerts as known (scope_id, user_id, sender, identifier, received_at, sent, is_signed)
    values (${org_id ?? user_id}, ${user_id}, ${sender}, ${identifier}, ${now}, ${sent === null ? null : new Date(sent)}, ${isSigned})
    on conflict (scope_id, sender, identifier)
      do update set sent = excluded.sent, is_signed = known.is_signed or excluded.is_signed, received_at = excluded.received_at
      where (excluded.is_signed and not known.is_signed) or (excluded.sent > known.sent and (excluded.is_signed or not known.is_signed))
    returning identifier`.execute(tx);
  return rows.length > 0;
}

/** CAP alerts that an account or a family remembers: of those with a verified signature, and of the others. */
const REMEMBERED_CAP_ALERTS = 10_000;

/**
 * Deletes the oldest CAP alerts of an account or a family beyond the limit, because one alert may name a hundred others. Alerts without a verified signature
 * take no place of signed ones.
 */
export async function deleteSurplusCapAlerts(tx: Tx, { user_id, org_id }: EmergencyOwner, isSigned: boolean): Promise<void> {
  const isOfOwner = sql<boolean>`scope_id = ${org_id ?? user_id} and is_signed = ${isSigned}`;
  await sql`
    delete from emergency_cap_alerts where ${isOfOwner} and received_at < (
      select received_at from emergency_cap_alerts where ${isOfOwner} order by received_at desc offset ${REMEMBERED_CAP_ALERTS - 1} limit 1)`.execute(
    tx,
  );
}

/** Confirmation of a screen that it painted an alert. */
export interface Receipt {
  screenId: string;
  alertId: string;
  /** Whether the browser blocked its sound. */
  isSilent: boolean;
}

/**
 * Stores the last confirmation of each screen and alert. Returns the alerts with new confirmations, and the accepted confirmations. Ignores confirmations of alerts
 * that do not reach the screen, because screens are not trusted.
 */
export async function insertReceipts(
  tx: Tx,
  receipts: readonly Receipt[],
  now: Date,
): Promise<{ alertIds: string[]; accepted: Receipt[] }> {
  const { rows } = await sql<Receipt & { isNew: boolean }>`
    with reached as (
      select distinct on (alert.id, devices.id) given.screen_id, devices.id as device_id, alert.id as alert_id, given.is_silent
      from unnest(${toUuidArray(receipts.map(({ screenId }) => screenId))}, ${toUuidArray(receipts.map(({ alertId }) => alertId))},
        ${receipts.map(({ isSilent }) => isSilent)}::boolean[]) with ordinality as given (screen_id, alert_id, is_silent, position)
      join devices on devices.screen_id = given.screen_id
      join emergency_alerts alert on alert.id = given.alert_id and alert.ended_at is null
      join emergency_messages message on message.id = alert.message_id
      where ${isReached} order by alert.id, devices.id, given.position desc),
    stored as (
      insert into emergency_receipts as known (alert_id, device_id, painted_at, is_silent)
      select alert_id, device_id, ${now}::timestamptz, is_silent from reached
      on conflict (alert_id, device_id) do update set is_silent = excluded.is_silent where known.is_silent <> excluded.is_silent
      returning alert_id, device_id)
    select reached.screen_id as "screenId", reached.alert_id as "alertId", reached.is_silent as "isSilent", stored.alert_id is not null as "isNew"
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
