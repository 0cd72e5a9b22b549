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

/** Shares of an album that suffice; a condition on the surrounding row of `album_shares`. */
export const SHARE_CONDITIONS = {
  none: sql<boolean>`false`,
  any: sql<boolean>`true`,
  write: sql<boolean>`permission = 'write'`,
  /** Enough to know where its pictures were taken. */
  places: sql<boolean>`albums.shows_places`,
};

/**
 * Returns who can access the album that the surrounding query calls `albums`: its creator, the members of its organisation, and people whose share suffices.
 * The only definition of this rule.
 */
export const selectAlbumPeople = (sufficing: RawBuilder<boolean>) => sql`(
  select created_by as user_id, false as is_guest
  union all
  select user_id, true from organisation_members where org_id = albums.org_id
  union all
  select user_id, true from album_shares where album_id = albums.id and accepted_at is not null and ${sufficing})`;

/** True when an account can read the album that the surrounding query calls `albums`. */
export const canReadAlbum = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(albums.deleted_at is null and exists (select from ${selectAlbumPeople(SHARE_CONDITIONS.any)} as people where people.user_id = ${userId}))`;

const albumPeoplePolicy =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<OwnerRow>`
        select albums.id, people.user_id as "ownerId", people.is_guest as "isGuest"
        from albums cross join lateral ${selectAlbumPeople(sufficing)} as people
        where albums.id = any(${ids}::uuid[]) and albums.deleted_at is null`;

/** For notifying all people who can see an album. */
export const albumReaders = albumPeoplePolicy(SHARE_CONDITIONS.any);

/** For those who promise room in it. */
export const albumWriters = albumPeoplePolicy(SHARE_CONDITIONS.write);

export const albumPolicies: Policies = {
  'album.read': albumReaders,
  'album.update': albumPeoplePolicy(SHARE_CONDITIONS.none),
  'album.addMedia': albumWriters,
};
