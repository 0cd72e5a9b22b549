import type { OperatingSettings } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx, toJsonb, toUuidArray } from '../../../platform/database/database.ts';

// One aggregated row, because decoding 5,000 rows takes the driver longer than the query.
const parseIds = (rows: { ids: string | null }[]): string[] => rows[0]?.ids?.split(',') ?? [];

const hashOf = (setting: RawBuilder<unknown>) => sql<number>`hashtextextended(coalesce(${setting}::text, ''), 0)`;

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

/**
 * Sets the operating hours and the brightness of the devices that have other ones, and stores the previous ones for `restoreSettings`. Only the last change of a
 * device is stored, which bounds their number. Returns the changed devices. They are locked.
 */
export async function replaceSettings(
  tx: Tx,
  deviceIds: string[],
  settings: OperatingSettings,
  { changeId, changedBy, at }: ChangedBy,
): Promise<string[]> {
  const planColumn = (column: string, setting: object | null | undefined) => {
    const current = sql.ref(`devices.${column}`);
    if (setting === undefined) return { value: current, isOther: sql`false`, hash: sql`null::bigint` };
    const value = toJsonb(setting);
    return { value, isOther: sql`${current} is distinct from ${value}`, hash: hashOf(value) };
  };
  const hours = planColumn('operating_hours', settings.operatingHours);
  const brightness = planColumn('brightness', settings.brightness);
  const isChanged = sql<boolean>`id = any(${toUuidArray(deviceIds)}) and (${hours.isOther} or ${brightness.isOther})`;
  // Both parts see the devices as they were before the statement.
  const { rows } = await sql<{ ids: string | null }>`
    with stored as (
      insert into replaced_settings (device_id, change_id, changed_by, changed_at, operating_hours, brightness, hours_set, brightness_set)
      select id, ${changeId}::uuid, ${changedBy}::uuid, ${at}::timestamptz, operating_hours, brightness, ${hours.hash}, ${brightness.hash}
      from devices where ${isChanged} order by id
      on conflict (device_id) do update set change_id = excluded.change_id, changed_by = excluded.changed_by, changed_at = excluded.changed_at,
        operating_hours = excluded.operating_hours, brightness = excluded.brightness, hours_set = excluded.hours_set,
        brightness_set = excluded.brightness_set),
    changed as (
      update devices set operating_hours = ${hours.value}, brightness = ${brightness.value}, updated_at = now()
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

/** Restores the previous settings of these devices, unless a setting has changed since. Returns the changed devices. They are locked. */
export async function restoreSettings(tx: Tx, changeId: string, deviceIds: string[]): Promise<string[]> {
  const isUnchanged = (column: string, set: string) =>
    sql<boolean>`coalesce(replaced.${sql.ref(set)} = ${hashOf(sql.ref(`devices.${column}`))}, false)`;
  const [hasHours, hasBrightness] = [isUnchanged('operating_hours', 'hours_set'), isUnchanged('brightness', 'brightness_set')];
  const { rows } = await sql<{ ids: string | null }>`
    with restored as (
      update devices set
        operating_hours = case when ${hasHours} then replaced.operating_hours else devices.operating_hours end,
        brightness = case when ${hasBrightness} then replaced.brightness else devices.brightness end,
        updated_at = now()
      from replaced_settings replaced
      where replaced.device_id = devices.id and replaced.change_id = ${changeId} and devices.id = any(${toUuidArray(deviceIds)})
        and (${hasHours} or ${hasBrightness})
      returning devices.id)
    select string_agg(id::text, ',') as ids from restored`.execute(tx);
  return parseIds(rows);
}

export const deleteReplacedSettings = (tx: Tx, changeId: string) =>
  tx.deleteFrom('replaced_settings').where('change_id', '=', changeId).execute();

export const deleteReplacedSettingsBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('replaced_settings').where('changed_at', '<', before).execute();
