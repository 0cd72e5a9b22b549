import { EMERGENCY_LIMITS, type EmergencyColor } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { isOwnedBy, type ListOwnerScope, selectAudience } from '../organisations/index.ts';
import { isReached } from './emergency-screens.read-model.ts';

export interface AlertRow {
  id: string;
  org_id: string | null;
  message_id: string | null;
  title: string;
  color: EmergencyColor;
  is_drill: boolean;
  is_from_cap: boolean;
  raised_by: string | null;
  raised_by_name: string | null;
  raised_from: 'person' | 'feed' | 'screen';
  raised_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  screens: number;
  shown: number;
}

const selectAlerts = sql`
  select alert.id, alert.org_id, alert.message_id, alert.title, alert.color, alert.is_drill, alert.cap_identifier is not null as is_from_cap,
    (select name from users where users.id = alert.raised_by) as raised_by, alert.raised_by_name, alert.raised_from, alert.raised_at, alert.ends_at, alert.ended_at,
    case when alert.ended_at is not null then alert.screens else (select count(*) from emergency_messages message join devices on devices.user_id = message.user_id
      where message.id = alert.message_id and ${isReached}) end as screens,
    case when alert.ended_at is not null then alert.shown else (select count(*) from emergency_receipts receipt
      join devices on devices.id = receipt.device_id join emergency_messages message on message.id = alert.message_id
      where receipt.alert_id = alert.id and ${isReached}) end as shown
  from emergency_alerts alert`;

/** Lists all open alerts, the newest first, and the last finished ones. */
export async function listAlerts(db: Db, whose: ListOwnerScope): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    ${selectAlerts} where alert.id in (
      (select id from emergency_alerts where ${isOwnedBy('emergency_alerts', whose)} and ended_at is null)
      union all
      (select id from emergency_alerts where ${isOwnedBy('emergency_alerts', whose)} and ended_at is not null
        order by id desc limit ${EMERGENCY_LIMITS.finished}))
    order by (alert.ended_at is null) desc, alert.id desc`.execute(db);
  return rows;
}

export async function findAlert(db: Db, id: string): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`${selectAlerts} where alert.id = ${id}`.execute(db);
  return rows[0];
}

export interface MissingRow {
  id: string;
  name: string;
  isOnline: boolean;
}

/** Lists screens of an alert that have not confirmed it. Online screens are first, because they have a problem. */
export async function listMissingScreens(db: Db, alertId: string): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    select devices.id, devices.name, screens.live_process_id is not null as "isOnline"
    from emergency_alerts alert join emergency_messages message on message.id = alert.message_id
    join devices on devices.user_id = message.user_id
    join screens on screens.id = devices.screen_id
    where alert.id = ${alertId} and ${isReached}
      and not exists (select from emergency_receipts receipt where receipt.alert_id = alert.id and receipt.device_id = devices.id)
    order by "isOnline" desc, lower(devices.name), devices.id limit ${EMERGENCY_LIMITS.missing}`.execute(db);
  return rows;
}

/** Lists screens that show an alert without its sound. */
export async function listSilentScreens(db: Db, alertId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select devices.id, devices.name
    from emergency_receipts receipt join emergency_alerts alert on alert.id = receipt.alert_id
    join emergency_messages message on message.id = alert.message_id join devices on devices.id = receipt.device_id
    where receipt.alert_id = ${alertId} and receipt.is_silent and ${isReached}
    order by lower(devices.name), devices.id limit ${EMERGENCY_LIMITS.missing}`.execute(db);
  return rows;
}

/** Returns the accounts that see these alerts, each once. */
export async function listAlertAudience(db: Db, alertIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ audience: string[] }>`
    select ${selectAudience('emergency_alerts')} as audience from emergency_alerts where id = any(${toUuidArray([...alertIds])})`.execute(
    db,
  );
  return [...new Set(rows.flatMap(({ audience }) => audience))];
}

/** Returns the accounts that see the messages of an owner. */
export async function listOwnerAudience(db: Db, owner: { user_id: string; org_id: string | null }): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select ${owner.user_id}::uuid as user_id union select user_id from organisation_members where org_id = ${owner.org_id}::uuid`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}
