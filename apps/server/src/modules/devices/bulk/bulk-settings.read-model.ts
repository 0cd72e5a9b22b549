import type { BulkSettings } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../../platform/database/database.ts';
import { selectAudience } from '../../organisations/index.ts';
import { type OperationRow, selectOperation, selectTagSummary } from '../device-operation.read-model.ts';
import { type ChangeGroup, SETTING_COLUMNS } from './bulk-settings.rules.ts';
import { isSettingOther } from './bulk-settings.store.ts';

/**
 * Groups these devices by the effect of the change. PostgreSQL compares the settings, because each may have 14 kB and this process would have to parse all of
 * them. Equal hashes stand for equal hours.
 */
export async function listChangeGroups(db: Db, deviceIds: string[], change: BulkSettings): Promise<ChangeGroup[]> {
  const { rows } = await sql<ChangeGroup>`
    select min(devices.id::text) as device_id, count(*) as devices, devices.time_zone,
      devices.operating_hours is not null as has_hours, devices.brightness is not null as has_brightness,
      coalesce(tags.any_hours, false) as has_tag_hours, coalesce(tags.any_brightness, false) as has_tag_brightness,
      is_other.operating_hours as changes_hours, is_other.brightness as changes_brightness,
      count(*) filter (where ${sql.join(
        SETTING_COLUMNS.map(({ column }) => sql.ref(`is_other.${column}`)),
        sql` or `,
      )}) as changing,
      count(*) filter (where is_other.fit) as changing_fit, count(*) filter (where is_other.rotation) as changing_rotation,
      count(*) filter (where is_other.volume) as changing_volume
    from devices left join lateral (${selectTagSummary}) as tags on true
      cross join lateral (select ${sql.join(
        SETTING_COLUMNS.map((setting) => sql`${isSettingOther(setting, change)} as ${sql.ref(setting.column)}`),
      )}) as is_other
    where devices.id = any(${toUuidArray(deviceIds)})
    group by devices.time_zone, has_hours, has_brightness, has_tag_hours, has_tag_brightness, changes_hours, changes_brightness,
      jsonb_hash_extended(devices.operating_hours, 0), tags.ids`.execute(db);
  return rows;
}

/** Returns the operating hours of these devices and of their tags, by device. */
export async function mapOperationRows(db: Db, deviceIds: string[]): Promise<Map<string, OperationRow>> {
  const { rows } = await sql<OperationRow & { id: string }>`
    select id, ${selectOperation} from devices where id = any(${toUuidArray(deviceIds)})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listExistingDevices(db: Db, deviceIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(id::text, ',') as ids from devices where id = any(${toUuidArray(deviceIds)})`.execute(db);
  return rows[0]?.ids?.split(',') ?? [];
}

/** Returns one of these devices for each owner, with the accounts that see it. */
export async function listDevicePerOwner(tx: Tx, deviceIds: string[]): Promise<{ id: string; audience: string[] }[]> {
  const { rows } = await sql<{ id: string; audience: string[] }>`
    select id, ${selectAudience('devices')} as audience from (
      select distinct on (user_id, org_id) id, user_id, org_id from devices where id = any(${toUuidArray(deviceIds)})) as devices`.execute(
    tx,
  );
  return rows;
}
