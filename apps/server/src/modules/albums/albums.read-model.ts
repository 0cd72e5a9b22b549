import type { SortOrder } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';
import type { OwnerScope } from '../organisations/index.ts';
import type { AlbumContentsQueries } from './albums.events.ts';

export interface AlbumRow {
  id: string;
  name: string;
  caption: string;
  album_type: string;
  created_by: string;
  org_id: string | null;
  image_count: number;
  video_count: number;
  other_count: number;
  document_count: number;
  size_bytes: number;
  created_at: Date;
  updated_at: Date;
  shows_places: boolean;
  is_shared: boolean;
  /** The photo on its card: the chosen one or the first. */
  cover_key: string | null;
  cover_rotation: number | null;
  cover_thumbhash: Buffer | null;
}

export interface AlbumListQuery {
  sort?: SortOrder;
  page: number;
  dataPerPage: number;
  after?: string;
}

/** Scope of a list of albums. Members of an organisation also get their own albums. */
export type AlbumScope = { ownerId: string } | { orgId: string; memberId: string | null } | { sharedWith: string };

const columns = sql`albums.id, albums.name, albums.caption, albums.album_type, albums.created_by, albums.org_id, albums.image_count,
  albums.video_count, albums.other_count, albums.document_count, albums.size_bytes, albums.created_at, albums.updated_at, albums.shows_places, albums.thumbnail_file_id, albums.thumbnail_rotation`;

type FirstPicture = AlbumContentsQueries['selectFirstPicture'];

/** A page of albums, with what is needed to show them. */
const selectWithCovers = (page: RawBuilder<unknown>, firstPicture: FirstPicture) => sql<AlbumRow>`
  select page.*, exists (select from album_shares where album_id = page.id) as is_shared,
    cover.key as cover_key, cover.rotation as cover_rotation, cover.thumbhash as cover_thumbhash
  from (${page}) page
  left join lateral (
    (select chosen.id::text as key, page.thumbnail_rotation as rotation, chosen.thumbhash from files chosen where chosen.id = page.thumbnail_file_id)
    union all
    (select first.key, first.rotation, first.thumbhash from (${firstPicture(sql`page.id`)}) first where page.thumbnail_file_id is null)
  ) cover on true`;

interface Order {
  key: RawBuilder<unknown>;
  isDescending: boolean;
}

const orders: Record<SortOrder, Order> = {
  az: { key: sql`lower(albums.name)`, isDescending: false },
  za: { key: sql`lower(albums.name)`, isDescending: true },
  lastmodified: { key: sql`albums.updated_at`, isDescending: true },
  createdAt: { key: sql`albums.created_at`, isDescending: true },
  sizeasc: { key: sql`albums.size_bytes`, isDescending: false },
  sizedesc: { key: sql`albums.size_bytes`, isDescending: true },
};

const orderBy = ({ key, isDescending }: Order) => (isDescending ? sql`${key} desc, albums.id desc` : sql`${key}, albums.id`);

/** Beyond the album named, in the order asked for. */
const afterAlbum = ({ key, isDescending }: Order, after: string | undefined) =>
  after === undefined
    ? sql``
    : sql`and (${key}, albums.id) ${isDescending ? sql`<` : sql`>`} ((select ${key} from albums where id = ${after}), ${after}::uuid)`;

/** Each part is read from its own index, no further than needed. */
function selectAlbumSources(scope: AlbumScope, past: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<unknown> {
  if ('ownerId' in scope)
    return sql`select ${columns} from albums where created_by = ${scope.ownerId} and deleted_at is null ${past} ${end}`;
  if ('sharedWith' in scope)
    return sql`select ${columns} from album_shares join albums on albums.id = album_shares.album_id
      where user_id = ${scope.sharedWith} and accepted_at is not null and deleted_at is null ${past} ${end}`;
  const ofOrganisation = sql`select ${columns} from albums where org_id = ${scope.orgId} and deleted_at is null ${past} ${end}`;
  if (scope.memberId === null) return ofOrganisation;
  return sql`(${ofOrganisation}) union all (select ${columns} from albums
    where created_by = ${scope.memberId} and org_id is null and deleted_at is null ${past} ${end})`;
}

export async function listAlbums(
  db: Db,
  firstPicture: FirstPicture,
  scope: AlbumScope,
  { sort, page, dataPerPage, after }: AlbumListQuery,
): Promise<AlbumRow[]> {
  const order = orders[sort ?? 'createdAt'];
  const offset = after === undefined ? (page - 1) * dataPerPage : 0;
  const end = sql`order by ${orderBy(order)} limit ${offset + dataPerPage}`;
  const rows = sql`select * from (${selectAlbumSources(scope, afterAlbum(order, after), end)}) albums
    order by ${orderBy(order)} limit ${dataPerPage} offset ${offset}`;
  return (await sql<AlbumRow>`select * from (${selectWithCovers(rows, firstPicture)}) albums order by ${orderBy(order)}`.execute(db)).rows;
}

/** Counts the albums that `listAlbums` lists in all pages. */
export async function countListedAlbums(db: Db, scope: AlbumScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${selectAlbumSources(scope, sql``, sql``)}) albums`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function findAlbum(db: Db, firstPicture: FirstPicture, id: string): Promise<AlbumRow | undefined> {
  return (await selectWithCovers(sql`select ${columns} from albums where id = ${id} and deleted_at is null`, firstPicture).execute(db))
    .rows[0];
}

/** Returns the owner of the album. Undefined when it does not exist or is in the bin. */
export async function findAlbumOwnerScope(db: Db, id: string): Promise<OwnerScope | undefined> {
  const album = await db
    .selectFrom('albums')
    .select(['created_by', 'org_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return album && { userId: album.created_by, orgId: album.org_id ?? undefined };
}

/** Returns whose storage is used when this account adds media to the album: the organisation's for its members, otherwise their own. */
export async function findAlbumStorageScope(db: Db, id: string, userId: string): Promise<OwnerScope> {
  const organisation = await db
    .selectFrom('albums')
    .innerJoin('organisation_members', 'organisation_members.org_id', 'albums.org_id')
    .select('albums.org_id')
    .where('albums.id', '=', id)
    .where('organisation_members.user_id', '=', userId)
    .executeTakeFirst();
  return { userId, orgId: organisation?.org_id ?? undefined };
}

/** Names that contain the text, in no order but the name's. */
export async function searchAlbums(
  db: Db,
  firstPicture: FirstPicture,
  scope: AlbumScope,
  text: string,
  limit: number,
): Promise<AlbumRow[]> {
  const contains = sql`and lower(albums.name) like ${`%${escapeLike(text)}%`}`;
  const rows = sql`select * from (${selectAlbumSources(scope, contains, sql``)}) albums order by lower(albums.name), albums.id limit ${limit}`;
  return (
    await sql<AlbumRow>`select * from (${selectWithCovers(rows, firstPicture)}) albums order by lower(albums.name), albums.id`.execute(db)
  ).rows;
}

/** Counts what counts against the plan of the albums' owner. Albums in the bin do not count. */
const selectOwnedCount = (db: Db, ownerId: string) =>
  db.selectFrom('albums').select(sql<number>`count(*)`.as('count')).where('deleted_at', 'is', null).where('created_by', '=', ownerId);

export const countAlbums = async (db: Db, ownerId: string): Promise<number> =>
  (await selectOwnedCount(db, ownerId).executeTakeFirstOrThrow()).count;

/** Albums shared with at least one person or address. */
export const countSharingGroups = async (db: Db, ownerId: string): Promise<number> => {
  const shared = selectOwnedCount(db, ownerId).where(sql<boolean>`exists (select from album_shares where album_id = albums.id)`);
  return (await shared.executeTakeFirstOrThrow()).count;
};

/** Counts an organisation's albums of all members. Albums in the bin do not count. */
export const countOrganisationAlbums = async (db: Db, orgId: string): Promise<number> => {
  const count = db
    .selectFrom('albums')
    .select(sql<number>`count(*)`.as('count'))
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null);
  return (await count.executeTakeFirstOrThrow()).count;
};
