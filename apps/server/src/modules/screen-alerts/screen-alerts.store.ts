import type { ScreenAlertKind } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { END_HOLD_MS } from './conditions.rules.ts';

export interface NewAlert {
  deviceId: string | null;
  sourceId: string | null;
  kind: ScreenAlertKind;
  since: Date;
  dueAt: Date;
}

/** Changes of the alerts of checked screens: new alerts, and ids of stored ones. */
export interface AlertChanges {
  begun: NewAlert[];
  /** Conditions that returned before their end was reported. */
  resumed: string[];
  /** Conditions that no longer hold. Alerts that were not reported are deleted. */
  ended: string[];
  /** Conditions that are no longer alerted about. */
  disabled: string[];
}

export const createAlertChanges = (): AlertChanges => ({ begun: [], resumed: [], ended: [], disabled: [] });

/**
 * Stores the changes of a check. Alerts that were reported or deleted in the meantime stay as they are. New alerts are inserted first, because the deletion of a
 * device also locks the device before its alerts. Devices are locked in the order of their ids.
 */
export async function storeAlertChanges(tx: Tx, { begun, resumed, ended, disabled }: AlertChanges, now: Date): Promise<void> {
  if (begun.length > 0) await insertAlerts(tx, begun);
  const changed = [...resumed, ...ended, ...disabled];
  if (changed.length === 0) return;
  await sql`select from screen_alerts where id = any(${toUuidArray(changed)}) order by id for update`.execute(tx);
  await sql`update screen_alerts set ended_at = null, end_due_at = null where id = any(${toUuidArray(resumed)})`.execute(tx);
  await sql`update screen_alerts set ended_at = ${now}::timestamptz, end_due_at = ${new Date(now.getTime() + END_HOLD_MS)}::timestamptz
    where id = any(${toUuidArray(ended)}) and reported_at is not null and ended_at is null`.execute(tx);
  await sql`delete from screen_alerts
    where id = any(${toUuidArray(disabled)}) or (id = any(${toUuidArray(ended)}) and reported_at is null)`.execute(tx);
}

function insertAlerts(tx: Tx, begun: readonly NewAlert[]) {
  const column = <Value>(read: (alert: NewAlert) => Value) => begun.map(read);
  return sql`
    insert into screen_alerts (id, device_id, source_id, kind, since, due_at)
    select new.id, new.device_id, new.source_id, new.kind, new.since, new.due_at
    from unnest(${column(() => newId())}::uuid[], ${column(({ deviceId }) => deviceId)}::uuid[], ${column(({ sourceId }) => sourceId)}::uuid[],
      ${column(({ kind }) => kind)}::text[], ${column(({ since }) => since)}::timestamptz[], ${column(({ dueAt }) => dueAt)}::timestamptz[])
      as new (id, device_id, source_id, kind, since, due_at)
    left join devices on devices.id = new.device_id left join sources on sources.id = new.source_id
    where coalesce(devices.id, sources.id) is not null order by new.device_id, new.source_id on conflict do nothing`.execute(tx);
}

/** Deletes the alerts of devices that have another owner. */
export const deleteDeviceAlerts = (tx: Tx, deviceIds: readonly string[]) =>
  sql`delete from screen_alerts where device_id = any(${toUuidArray([...deviceIds])})`.execute(tx);

interface ChangedAlert {
  kind: ScreenAlertKind;
  deviceId: string | null;
  sourceId: string | null;
  name: string;
  since: Date;
}

const isOfScope = (scopeId: string) => sql`coalesce(devices.org_id, devices.user_id, sources.owner_id) = ${scopeId}::uuid`;
const joinSubjects = sql`left join devices on devices.id = alert.device_id left join sources on sources.id = alert.source_id`;
const selectChanged = sql`changed.kind, changed.device_id as "deviceId", changed.source_id as "sourceId", coalesce(devices.name, sources.name) as name, changed.since`;

/** Marks the due alerts of an account or a family as reported, and returns them. */
export async function takeBegunAlerts(tx: Tx, scopeId: string, now: Date, dueBefore: Date): Promise<ChangedAlert[]> {
  const { rows } = await sql<ChangedAlert>`
    with due as (
      select alert.id from screen_alerts alert ${joinSubjects}
      where alert.reported_at is null and alert.due_at <= ${dueBefore}::timestamptz and ${isOfScope(scopeId)} order by alert.id for update of alert),
    changed as (update screen_alerts set reported_at = ${now}::timestamptz where id in (select id from due) returning *)
    select ${selectChanged} from changed left join devices on devices.id = changed.device_id left join sources on sources.id = changed.source_id
    order by changed.kind, name`.execute(tx);
  return rows;
}

/** Deletes the alerts of an account or a family whose end is due, and returns them. */
export async function takeEndedAlerts(tx: Tx, scopeId: string, dueBefore: Date): Promise<ChangedAlert[]> {
  const { rows } = await sql<ChangedAlert>`
    with due as (
      select alert.id from screen_alerts alert ${joinSubjects}
      where alert.end_due_at <= ${dueBefore}::timestamptz and ${isOfScope(scopeId)} order by alert.id for update of alert),
    changed as (delete from screen_alerts where id in (select id from due) returning *)
    select ${selectChanged} from changed left join devices on devices.id = changed.device_id left join sources on sources.id = changed.source_id
    order by changed.kind, name`.execute(tx);
  return rows;
}
