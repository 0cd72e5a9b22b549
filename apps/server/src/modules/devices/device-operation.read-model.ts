import type { BrightnessPlan, OperatingHours } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';

/** Settings of a tag of a device. */
interface TagSettings {
  name: string;
  operatingHours: OperatingHours | null;
  brightness: BrightnessPlan | null;
}

/** Operating hours and brightness of a device and of its tags. They were validated when they were written. */
export interface OperationRow {
  operating_hours: unknown;
  brightness: unknown;
  /** Ordered by the names of the tags. Null when no tag has settings. */
  tag_settings: TagSettings[] | null;
}

const hasSettings = sql<boolean>`(device_tags.operating_hours is not null or device_tags.brightness is not null)`;

/** Selects the settings of the tags of the surrounding query's `devices`. */
export const selectTagSettings = sql<TagSettings[] | null>`(
  select json_agg(json_build_object('name', device_tags.name, 'operatingHours', device_tags.operating_hours, 'brightness', device_tags.brightness)
    order by device_tags.folded)
  from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id where tagged_devices.device_id = devices.id and ${hasSettings})`;

/** Selects the tags with settings of the surrounding query's `devices`, and whether they have operating hours and brightness. */
export const selectTagSummary = sql`
  select array_agg(device_tags.id order by device_tags.id) as ids, bool_or(device_tags.operating_hours is not null) as any_hours,
    bool_or(device_tags.brightness is not null) as any_brightness
  from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id where tagged_devices.device_id = devices.id and ${hasSettings}`;

/** Selects the columns of `OperationRow` from the surrounding query's `devices`. */
export const selectOperation = sql`devices.operating_hours, devices.brightness, ${selectTagSettings} as tag_settings`;

/** Lists those of these devices that have a tag with operating hours or brightness. */
export async function listDevicesWithTagSettings(tx: Tx, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select distinct device_id from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id
    where device_id = any(${toUuidArray([...deviceIds])}) and ${hasSettings}`.execute(tx);
  return rows.map(({ device_id }) => device_id);
}
