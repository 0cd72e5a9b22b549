import { type RawBuilder, sql } from 'kysely';
import type { OwnerRow, Policies, Policy } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'album.read': true;
    /** Its name and cover, its order, whom it is shared with, and what leaves it. */
    'album.update': true;
    'album.addMedia': true;
  }
}

/** Whose share of an album suffices; a condition on the row of `album_shares` around it. */
export const SHARE_CONDITIONS = {
  none: sql<boolean>`false`,
  any: sql<boolean>`true`,
  write: sql<boolean>`permission = 'write'`,
  /** Enough to know where its pictures were taken. */
  places: sql<boolean>`albums.shows_places`,
};

/**
 * Who sees the album that the query around it calls `albums`: whoever made it and, when it belongs to an organisation, its members;
 * then those whose share of it suffices. The one place that says so.
 */
export const selectAlbumPeople = (sufficing: RawBuilder<boolean>) => sql`(
  select created_by as user_id, false as is_guest
  union all
  select user_id, true from organisation_members where org_id = albums.org_id
  union all
  select user_id, true from album_shares where album_id = albums.id and accepted_at is not null and ${sufficing})`;

/** Whether somebody reads the album that the query around it calls `albums`. */
export const canReadAlbum = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(albums.deleted_at is null and exists (select from ${selectAlbumPeople(SHARE_CONDITIONS.any)} as people where people.user_id = ${userId}))`;

const albumPeoplePolicy =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<OwnerRow>`
        select albums.id, people.user_id as "ownerId", people.is_guest as "isGuest"
        from albums cross join lateral ${selectAlbumPeople(sufficing)} as people
        where albums.id = any(${ids}::uuid[]) and albums.deleted_at is null`;

/** For those who tell everybody who sees an album. */
export const albumReaders = albumPeoplePolicy(SHARE_CONDITIONS.any);

/** For those who promise room in it. */
export const albumWriters = albumPeoplePolicy(SHARE_CONDITIONS.write);

export const albumPolicies: Policies = {
  'album.read': albumReaders,
  'album.update': albumPeoplePolicy(SHARE_CONDITIONS.none),
  'album.addMedia': albumWriters,
};
