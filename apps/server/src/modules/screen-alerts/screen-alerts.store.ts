import type { ScreenAlertKind } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { END_HOLD_MS } from './conditions.rules.ts';

/** A device, a data source or a feed of public warnings. The ids of the other two are null. */
export interface AlertSubject {
  deviceId: string | null;
  sourceId: string | null;
  feedId: string | null;
}

export interface NewAlert extends AlertSubject {
  kind: ScreenAlertKind;
  since: Date;
  dueAt: Date;
}

/** Changes of the alerts of a check: new alerts, and ids of stored ones. */
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

/** A table of alerts. The fragments refer to its rows as `alert`. */
interface AlertTable {
  table: 'screen_alerts' | 'feed_alerts';
  /** Joins what the alerts are about. */
  joins: RawBuilder<unknown>;
  /** Account or family of an alert. */
  scopeId: RawBuilder<string>;
  /** Columns of `ChangedAlert` except for `since`. */
  columns: RawBuilder<unknown>;
}

const SCREEN_ALERTS: AlertTable = {
  table: 'screen_alerts',
  joins: sql`left join devices on devices.id = alert.device_id left join sources on sources.id = alert.source_id`,
  scopeId: sql`coalesce(devices.org_id, devices.user_id, sources.owner_id)`,
  columns: sql`alert.kind, alert.device_id as "deviceId", alert.source_id as "sourceId", null::uuid as "feedId", coalesce(devices.name, sources.name) as name`,
};
const FEED_ALERTS: AlertTable = {
  table: 'feed_alerts',
  joins: sql`join emergency_cap_feeds feeds on feeds.id = alert.feed_id`,
  scopeId: sql`coalesce(feeds.org_id, feeds.user_id)`,
  columns: sql`'feed' as kind, null::uuid as "deviceId", null::uuid as "sourceId", alert.feed_id as "feedId", feeds.name`,
};
const TABLES = [SCREEN_ALERTS, FEED_ALERTS];

/**
 * Stores the changes of a check. Alerts that were reported or deleted in the meantime stay as they are. New alerts are inserted first, because the deletion of a
 * device also locks the device before its alerts. Devices are locked in the order of their ids.
 */
export async function storeAlertChanges(tx: Tx, changes: AlertChanges, now: Date): Promise<void> {
  if (changes.begun.length > 0) await insertAlerts(tx, changes.begun);
  await updateAlerts(tx, SCREEN_ALERTS, changes, now);
}

/** As `storeAlertChanges`, for feeds of public warnings. */
export async function storeFeedAlertChanges(tx: Tx, changes: AlertChanges, now: Date): Promise<void> {
  if (changes.begun.length > 0) await insertFeedAlerts(tx, changes.begun);
  await updateAlerts(tx, FEED_ALERTS, changes, now);
}

async function updateAlerts(tx: Tx, { table: name }: AlertTable, { resumed, ended, disabled }: AlertChanges, now: Date): Promise<void> {
  const changed = [...resumed, ...ended, ...disabled];
  if (changed.length === 0) return;
  const table = sql.table(name);
  await sql`select from ${table} where id = any(${toUuidArray(changed)}) order by id for update`.execute(tx);
  await sql`update ${table} set ended_at = null, end_due_at = null where id = any(${toUuidArray(resumed)})`.execute(tx);
  await sql`update ${table} set ended_at = ${now}::timestamptz, end_due_at = ${new Date(now.getTime() + END_HOLD_MS)}::timestamptz
    where id = any(${toUuidArray(ended)}) and reported_at is not null and ended_at is null`.execute(tx);
  await sql`delete from ${table}
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

const insertFeedAlerts = (tx: Tx, begun: readonly NewAlert[]) =>
  sql`
    insert into feed_alerts (id, feed_id, since, due_at)
    select new.id, feeds.id, new.since, new.due_at
    from jsonb_to_recordset(${JSON.stringify(begun.map(({ feedId, since, dueAt }) => ({ id: newId(), feed_id: feedId, since, due_at: dueAt })))}::jsonb)
      as new (id uuid, feed_id uuid, since timestamptz, due_at timestamptz)
    join emergency_cap_feeds feeds on feeds.id = new.feed_id order by feeds.id on conflict do nothing`.execute(tx);

/** Deletes the alerts of devices that have another owner. */
export const deleteDeviceAlerts = (tx: Tx, deviceIds: readonly string[]) =>
  sql`delete from screen_alerts where device_id = any(${toUuidArray([...deviceIds])})`.execute(tx);

interface ChangedAlert extends AlertSubject {
  kind: ScreenAlertKind;
  name: string;
  since: Date;
}

/** Marks the due alerts of an account or a family as reported, and returns them. */
export async function takeBegunAlerts(tx: Tx, scopeId: string, now: Date, dueBefore: Date): Promise<ChangedAlert[]> {
  const taken: ChangedAlert[] = [];
  for (const { table, joins, columns, scopeId: scope } of TABLES) {
    const { rows } = await sql<ChangedAlert>`
      with due as (
        select alert.id from ${sql.table(table)} alert ${joins}
        where alert.reported_at is null and alert.due_at <= ${dueBefore}::timestamptz and ${scope} = ${scopeId}::uuid order by alert.id for update of alert),
      changed as (update ${sql.table(table)} set reported_at = ${now}::timestamptz where id in (select id from due) returning *)
      select ${columns}, alert.since from changed alert ${joins} order by kind, name`.execute(tx);
    taken.push(...rows);
  }
  return taken;
}

/** Deletes the alerts of an account or a family whose end is due, and returns them. */
export async function takeEndedAlerts(tx: Tx, scopeId: string, dueBefore: Date): Promise<ChangedAlert[]> {
  const taken: ChangedAlert[] = [];
  for (const { table, joins, columns, scopeId: scope } of TABLES) {
    const { rows } = await sql<ChangedAlert>`
      with due as (
        select alert.id from ${sql.table(table)} alert ${joins}
        where alert.end_due_at <= ${dueBefore}::timestamptz and ${scope} = ${scopeId}::uuid order by alert.id for update of alert),
      changed as (delete from ${sql.table(table)} where id in (select id from due) returning *)
      select ${columns}, alert.since from changed alert ${joins} order by kind, name`.execute(tx);
    taken.push(...rows);
  }
  return taken;
}
