import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** What counts towards the plan of whoever owns the albums. What lies in the bin does not count. */
const selectOwnedCount = (db: Db, ownerId: string) =>
  db.selectFrom('albums').select(sql<number>`count(*)`.as('count')).where('deleted_at', 'is', null).where('created_by', '=', ownerId);

export const countAlbums = async (db: Db, ownerId: string): Promise<number> =>
  (await selectOwnedCount(db, ownerId).executeTakeFirstOrThrow()).count;

/** Albums shared with at least one person or address. */
export const countSharingGroups = async (db: Db, ownerId: string): Promise<number> => {
  const shared = selectOwnedCount(db, ownerId).where(sql<boolean>`exists (select from album_shares where album_id = albums.id)`);
  return (await shared.executeTakeFirstOrThrow()).count;
};

/** What belongs to an organisation, whoever made it. What lies in the bin does not count. */
export const countOrganisationAlbums = async (db: Db, orgId: string): Promise<number> => {
  const count = db
    .selectFrom('albums')
    .select(sql<number>`count(*)`.as('count'))
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null);
  return (await count.executeTakeFirstOrThrow()).count;
};
