import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { OwnerScope } from '../organisations/index.ts';

/** What counts towards the plan: an organisation's albums are not their maker's. What lies in the bin does not count. */
const countOwned = (db: Db, { userId, orgId }: OwnerScope) => {
  const count = db.selectFrom('albums').select(sql<number>`count(*)`.as('count')).where('deleted_at', 'is', null);
  return orgId === undefined ? count.where('created_by', '=', userId).where('org_id', 'is', null) : count.where('org_id', '=', orgId);
};

export const countAlbums = async (db: Db, owner: OwnerScope): Promise<number> =>
  (await countOwned(db, owner).executeTakeFirstOrThrow()).count;

/** Albums shared with at least one person or address. */
export const countSharingGroups = async (db: Db, owner: OwnerScope): Promise<number> => {
  const shared = countOwned(db, owner).where(sql<boolean>`exists (select from album_shares where album_id = albums.id)`);
  return (await shared.executeTakeFirstOrThrow()).count;
};

/** Whose plan the album counts towards; undefined when it is gone or in the bin. */
export async function findOwner(db: Db, albumId: string): Promise<OwnerScope | undefined> {
  const album = await db
    .selectFrom('albums')
    .select(['created_by', 'org_id'])
    .where('id', '=', albumId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return album && { userId: album.created_by, orgId: album.org_id ?? undefined };
}

/** What belongs to an organisation, whoever made it. What lies in the bin does not count. */
export const countAlbumsOf = async (db: Db, orgId: string): Promise<number> => {
  const count = db
    .selectFrom('albums')
    .select(sql<number>`count(*)`.as('count'))
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null);
  return (await count.executeTakeFirstOrThrow()).count;
};
