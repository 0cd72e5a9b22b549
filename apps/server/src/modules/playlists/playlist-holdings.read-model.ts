import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { OwnerScope } from '../organisations/index.ts';

/** What of a person's counts towards their plan; an organisation's playlists count for whoever made them. */
export const countPlaylists = async (db: Db, { userId, orgId }: OwnerScope): Promise<number> => {
  if (orgId !== undefined) return 0;
  const count = db.selectFrom('playlists').select(sql<number>`count(*)`.as('count')).where('user_id', '=', userId);
  return (await count.executeTakeFirstOrThrow()).count;
};

export async function exportPlaylists(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('name', name, 'caption', caption, 'createdAt', created_at)), '[]') as playlists
    from playlists where user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}
