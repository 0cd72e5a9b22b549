import type { DeviceTag } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isOwnedBy, type OwnerScope, selectAudience } from '../organisations/index.ts';

/** In order of their names. */
export async function listTags(db: Db, whose: OwnerScope): Promise<DeviceTag[]> {
  const { rows } = await sql<DeviceTag>`
    select id as _id, name, org_id as "orgId", (select count(*) from tagged_devices where tag_id = device_tags.id) as devices
    from device_tags where ${isOwnedBy('device_tags', whose)} order by folded, id`.execute(db);
  return rows;
}

/** Who hears of a change to it, and one of the devices that have it. */
export async function findTagAudience(db: Db, id: string): Promise<{ id: string; audience: string[] } | undefined> {
  const { rows } = await sql<{ id: string; audience: string[] }>`
    select device_tags.id, ${selectAudience('device_tags')} as audience from device_tags where id = ${id}`.execute(db);
  return rows[0];
}
