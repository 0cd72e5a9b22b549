import type { BulkSettings } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx, toJsonb, toUuidArray } from '../../../platform/database/database.ts';
import { SETTING_COLUMNS, type SettingColumns } from './bulk-settings.rules.ts';

// One aggregated row, because decoding 5,000 rows takes the driver longer than the query.
const parseIds = (rows: { ids: string | null }[]): string[] => rows[0]?.ids?.split(',') ?? [];

/**
 * Builds the hash by which a restoration recognizes a value that a change has set. That of the newer settings includes the change, because the version before
 * replaces the id of the change in a row and leaves their hashes.
 */
function hashOf({ type }: SettingColumns, value: RawBuilder<unknown>, changeId: RawBuilder<unknown>) {
  const seed = type === 'jsonb' ? sql`0` : sql`hashtext(${changeId}::text)`;
  return sql<number>`hashtextextended(coalesce((${value})::text, ''), ${seed})`;
}

interface ChangedBy {
  changeId: string;
  changedBy: string;
  at: Date;
}

/** Locks the devices against concurrent changes, in the order of their ids, and returns their ids as far as they exist. */
export async function lockDevicesForSettings(tx: Tx, deviceIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    with locked as (select id from devices where id = any(${toUuidArray(deviceIds)}) order by id for no key update)
    select string_agg(id::text, ',') as ids from locked`.execute(tx);
  return parseIds(rows);
}

/** Builds the value that a change sets. */
function toValue({ name, type }: SettingColumns, change: BulkSettings): RawBuilder<unknown> {
  const value = change[name] ?? null;
  if (type === 'jsonb') return toJsonb(value as object | null);
  return type === 'text' ? sql`${value}::text` : sql`${value}::smallint`;
}

/** Builds the condition that a change sets another value than the surrounding query's `devices` have. */
export const isSettingOther = (setting: SettingColumns, change: BulkSettings): RawBuilder<boolean> =>
  change[setting.name] === undefined
    ? sql`false`
    : sql`${sql.ref(`devices.${setting.column}`)} is distinct from ${toValue(setting, change)}`;

const listSetColumns = (change: BulkSettings) => SETTING_COLUMNS.filter(({ name }) => change[name] !== undefined);
const [PREVIOUS, HASHES] = [SETTING_COLUMNS.map(({ column }) => column), SETTING_COLUMNS.map(({ hashColumn }) => hashColumn)];
const STORED = ['change_id', 'changed_by', 'changed_at', ...PREVIOUS, ...HASHES];
const joinColumns = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/**
 * Changes the devices that have another value of at least one setting, and stores the previous values for `restoreSettings`. Only the last change of a device
 * is stored, which bounds their number. Returns the changed devices. They are locked.
 */
export async function replaceSettings(
  tx: Tx,
  deviceIds: string[],
  change: BulkSettings,
  { changeId, changedBy, at }: ChangedBy,
): Promise<string[]> {
  const set = listSetColumns(change);
  const isOther = sql.join(
    set.map((setting) => isSettingOther(setting, change)),
    sql` or `,
  );
  const isChanged = sql<boolean>`id = any(${toUuidArray(deviceIds)}) and (${isOther})`;
  const hashes = SETTING_COLUMNS.map((setting) =>
    set.includes(setting) ? hashOf(setting, toValue(setting, change), sql`${changeId}`) : sql`null::bigint`,
  );
  const assignments = set.map((setting) => sql`${sql.ref(setting.column)} = ${toValue(setting, change)}`);
  // Both parts see the devices as they were before the statement.
  const { rows } = await sql<{ ids: string | null }>`
    with stored as (
      insert into replaced_settings (device_id, ${joinColumns(STORED)})
      select id, ${changeId}::uuid, ${changedBy}::uuid, ${at}::timestamptz, ${joinColumns(PREVIOUS)}, ${sql.join(hashes)}
      from devices where ${isChanged} order by id
      on conflict (device_id) do update set ${sql.join(STORED.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}),
    changed as (
      update devices set ${sql.join(assignments)}, updated_at = now()
      where ${isChanged} returning id)
    select string_agg(id::text, ',') as ids from changed`.execute(tx);
  return parseIds(rows);
}

/** Lists the devices whose previous settings a change of this account has stored. */
export async function listReplacedDevices(tx: Tx, changeId: string, changedBy: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(device_id::text, ',') as ids from replaced_settings where change_id = ${changeId} and changed_by = ${changedBy}`.execute(
    tx,
  );
  return parseIds(rows);
}

/** Restores the previous settings of these devices, except for settings that have changed since. Returns the changed devices. They are locked. */
export async function restoreSettings(tx: Tx, changeId: string, deviceIds: string[]): Promise<string[]> {
  const settings = SETTING_COLUMNS.map((setting) => {
    const [current, previous] = [sql.ref(`devices.${setting.column}`), sql.ref(`replaced.${setting.column}`)];
    const hash = hashOf(setting, current, sql.ref('replaced.change_id'));
    const isUnchanged = sql<boolean>`coalesce(${sql.ref(`replaced.${setting.hashColumn}`)} = ${hash}, false)`;
    return { isUnchanged, assignment: sql`${sql.ref(setting.column)} = case when ${isUnchanged} then ${previous} else ${current} end` };
  });
  const { rows } = await sql<{ ids: string | null }>`
    with restored as (
      update devices set ${sql.join(settings.map(({ assignment }) => assignment))}, updated_at = now()
      from replaced_settings replaced
      where replaced.device_id = devices.id and replaced.change_id = ${changeId} and devices.id = any(${toUuidArray(deviceIds)})
        and (${sql.join(
          settings.map(({ isUnchanged }) => isUnchanged),
          sql` or `,
        )})
      returning devices.id)
    select string_agg(id::text, ',') as ids from restored`.execute(tx);
  return parseIds(rows);
}

export const deleteReplacedSettings = (tx: Tx, changeId: string) =>
  tx.deleteFrom('replaced_settings').where('change_id', '=', changeId).execute();

export const deleteReplacedSettingsBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('replaced_settings').where('changed_at', '<', before).execute();
