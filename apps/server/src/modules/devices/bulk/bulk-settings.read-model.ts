import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../../platform/database/database.ts';
import { selectAudience } from '../../organisations/index.ts';
import { selectTagSettings } from '../device-operation.read-model.ts';
import type { OperationGroup } from './bulk-settings.rules.ts';

/** Counts these devices by time zone and by their settings and those of their tags. */
export async function listOperationGroups(db: Db, deviceIds: string[]): Promise<OperationGroup[]> {
  const { rows } = await sql<OperationGroup>`
    select time_zone, operating_hours, brightness, tag_settings, count(*) as devices from (
      select devices.time_zone, devices.operating_hours, devices.brightness, ${selectTagSettings}::jsonb as tag_settings
      from devices where devices.id = any(${toUuidArray(deviceIds)})) as settings
    group by time_zone, operating_hours, brightness, tag_settings`.execute(db);
  return rows;
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
