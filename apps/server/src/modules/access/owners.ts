import { type RawBuilder, sql } from 'kysely';
import { type Tx, uuids } from '../../platform/database/database.ts';

/** Whose an object is. Reads across the modules' tables: the one place that knows who owns what. */
export interface Owned {
  id: string;
  ownerId: string;
  /** May do this one thing, but the object is another's: an organisation's member, somebody it is shared with. */
  isGuest?: boolean;
}

/** For what is anybody's who is signed in. */
export const EVERYBODY = '*';

/** A query for them. */
export type OwnersOf = (ids: string[]) => RawBuilder<Owned>;

export const listOwned = async (tx: Tx, owned: RawBuilder<Owned>): Promise<Owned[]> => (await owned.execute(tx)).rows;

/** Whether every one of so many is this person's, or everybody's. Counted where they are: thousands of rows take the driver far longer. */
export async function isOwnerOfAll(tx: Tx, userId: string, owned: RawBuilder<Owned>, size: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct id) as count from (${owned}) as owned where "ownerId"::text in (${userId}, ${EVERYBODY})`.execute(tx);
  return rows[0]?.count === size;
}

export const ownersOfAccounts: OwnersOf = (ids) => sql<Owned>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`;

/** Whoever made the album and, when it belongs to an organisation, its members; then those whose share of it suffices. */
const peopleOfAlbum = (shares: RawBuilder<boolean>) => sql`(
  select created_by as user_id, false as is_guest
  union all
  select user_id, true from organisation_members where org_id = albums.org_id
  union all
  select user_id, true from album_shares where album_id = albums.id and accepted_at is not null and ${shares})`;

const nobody = sql<boolean>`false`;
const anyMember = sql<boolean>`true`;
const writers = sql<boolean>`permission = 'write'`;

const peopleOfAlbums =
  (shares: RawBuilder<boolean>): OwnersOf =>
  (ids) =>
    sql<Owned>`
        select albums.id, people.user_id as "ownerId", people.is_guest as "isGuest"
        from albums cross join lateral ${peopleOfAlbum(shares)} as people
        where albums.id = any(${ids}::uuid[]) and albums.deleted_at is null`;

const peopleOfMedia =
  (shares: RawBuilder<boolean>): OwnersOf =>
  (ids) =>
    sql<Owned>`
        select media.id, people.user_id as "ownerId", people.is_guest as "isGuest"
        from media join albums on albums.id = media.album_id cross join lateral ${peopleOfAlbum(shares)} as people
        where media.id = any(${ids}::uuid[]) and albums.deleted_at is null`;

/** Whether somebody reads the album that the query around it calls `albums`. */
export const readsAlbum = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(albums.deleted_at is null and exists (select from ${peopleOfAlbum(anyMember)} as people where people.user_id = ${userId}))`;

export const ownersOfAlbums = peopleOfAlbums(nobody);
export const writersOfAlbums = peopleOfAlbums(writers);
export const readersOfAlbums = peopleOfAlbums(anyMember);

export const readersOfMedia = peopleOfMedia(anyMember);
/** Who arranges the album, and whoever put the media there while they may still add to it. */
export const editorsOfMedia = peopleOfMedia(sql<boolean>`${writers} and user_id = media.uploaded_by`);

/** Whoever made the row of the query around it and, when it belongs to an organisation, its members. */
export const peopleOf = (table: 'devices' | 'playlists') => sql`(
  select ${sql.table(table)}.user_id, false as is_guest
  union all
  select organisation_members.user_id, true from organisation_members where organisation_members.org_id = ${sql.table(table)}.org_id)`;

export const ownersOfPlaylists: OwnersOf = (ids) => sql<Owned>`
      select playlists.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from playlists cross join lateral ${peopleOf('playlists')} as people where playlists.id = any(${ids}::uuid[])`;

export const ownersOfDevices: OwnersOf = (ids) => sql<Owned>`
      select devices.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from devices cross join lateral ${peopleOf('devices')} as people where devices.id = any(${uuids(ids)})`;

export const ownersOfPublishes: OwnersOf = (ids) => sql<Owned>`
      select publishes.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from publishes join devices on devices.id = publishes.device_id cross join lateral ${peopleOf('devices')} as people
      where publishes.id = any(${ids}::uuid[])`;

/** Its members count as owners here: what they may change is for the organisation's own rules. */
export const ownersOfOrganisations: OwnersOf = (ids) =>
  sql<Owned>`select org_id as id, user_id as "ownerId" from organisation_members where org_id = any(${ids}::uuid[])`;

/**
 * Its uploader; whoever reads an album that holds it or has it for a cover, or has it in the bin; the members of a playlist
 * that one of them gave it to for a cover; and everybody (`*`) while it is somebody's picture.
 */
export const readersOfFiles: OwnersOf = (ids) => sql<Owned>`
    select files.id, files.owner_id::text as "ownerId", false as "isGuest" from files where files.id = any(${ids}::uuid[])
    union all
    select files.id, people.user_id::text, true from files
      join media on media.file_id = coalesce(files.root_id, files.id) join albums on albums.id = media.album_id
      cross join lateral ${peopleOfAlbum(anyMember)} as people
      where files.id = any(${ids}::uuid[]) and albums.deleted_at is null
    union all
    select files.id, people.user_id::text, true from files
      join albums on albums.thumbnail_file_id = coalesce(files.root_id, files.id)
      cross join lateral ${peopleOfAlbum(anyMember)} as people
      where files.id = any(${ids}::uuid[]) and albums.deleted_at is null
    union all
    select files.id, people.user_id::text, true from files
      join playlists on playlists.thumbnail_file_id = coalesce(files.root_id, files.id)
      cross join lateral ${peopleOf('playlists')} as people
      where files.id = any(${ids}::uuid[]) and files.owner_id in (select user_id from ${peopleOf('playlists')} as owners)
    union all
    select files.id, people.user_id::text, true from files
      join binned_media on binned_media.file_id = coalesce(files.root_id, files.id) join albums on albums.id = binned_media.album_id
      cross join lateral ${peopleOfAlbum(nobody)} as people
      where files.id = any(${ids}::uuid[])
    union all
    select files.id, '*', true from files where files.id = any(${ids}::uuid[]) and (
      exists (select from users where users.picture_file_id = coalesce(files.root_id, files.id))
      or exists (select from organisations where organisations.picture_file_id = coalesce(files.root_id, files.id)))`;
