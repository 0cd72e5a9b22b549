import { type RawBuilder, sql } from 'kysely';
import type { OwnerRow, Policies, Policy } from '../access/index.ts';
import { SHARE_CONDITIONS, selectAlbumPeople } from '../albums/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'media.read': true;
    'media.update': true;
  }
}

const mediaPeoplePolicy =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<OwnerRow>`
        select media.id, people.user_id as "ownerId", people.is_guest as "isGuest"
        from media join albums on albums.id = media.album_id cross join lateral ${selectAlbumPeople(sufficing)} as people
        where media.id = any(${ids}::uuid[]) and albums.deleted_at is null`;

export const mediaPolicies: Policies = {
  'media.read': mediaPeoplePolicy(SHARE_CONDITIONS.any),
  /** Who arranges the album, and whoever put the media there while they may still add to it. */
  'media.update': mediaPeoplePolicy(sql<boolean>`${SHARE_CONDITIONS.write} and user_id = media.uploaded_by`),
};

/** Whoever reads the album that holds it. */
export const selectMediaReaders = sql`select people.user_id from albums cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.any)} as people
  where albums.id = media.album_id and albums.deleted_at is null`;

/** Those of them who may know where it was taken. */
export const selectLocationReaders = sql`select people.user_id from albums cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.places)} as people
  where albums.id = media.album_id and albums.deleted_at is null`;

/** Whoever the album is that it was deleted from, also while that is in the bin itself. */
export const selectBinReaders = sql`select people.user_id from albums cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.none)} as people
  where albums.id = binned_media.album_id`;
