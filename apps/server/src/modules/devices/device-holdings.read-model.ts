import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** What counts towards the plan of whoever owns them. */
export const countOwnedDevices = async (db: Db, ownerId: string): Promise<number> =>
  (await db.selectFrom('devices').select(sql<number>`count(*)`.as('count')).where('user_id', '=', ownerId).executeTakeFirstOrThrow()).count;

export async function listDevicesExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('name', name, 'timeZone', time_zone, 'tags', array(
      select device_tags.name from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id
      where tagged_devices.device_id = devices.id order by device_tags.folded), 'createdAt', created_at)), '[]') as devices
    from devices where user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}

/** What belongs to an organisation, whoever made it. */
export const countOrganisationDevices = async (db: Db, orgId: string): Promise<number> => {
  const count = db.selectFrom('devices').select(sql<number>`count(*)`.as('count')).where('org_id', '=', orgId);
  return (await count.executeTakeFirstOrThrow()).count;
};
