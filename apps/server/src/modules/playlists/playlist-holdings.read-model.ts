import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** What counts towards the plan of whoever owns them. */
export const countPlaylists = async (db: Db, ownerId: string): Promise<number> =>
  (await db.selectFrom('playlists').select(sql<number>`count(*)`.as('count')).where('user_id', '=', ownerId).executeTakeFirstOrThrow())
    .count;

export async function listPlaylistsExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('name', name, 'caption', caption, 'createdAt', created_at)), '[]') as playlists
    from playlists where user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}

/** What belongs to an organisation, whoever made it. */
export const countOrganisationPlaylists = async (db: Db, orgId: string): Promise<number> => {
  const count = db.selectFrom('playlists').select(sql<number>`count(*)`.as('count')).where('org_id', '=', orgId);
  return (await count.executeTakeFirstOrThrow()).count;
};
