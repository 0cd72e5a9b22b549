import { type RawBuilder, sql } from 'kysely';
import type { Owned, Policies, Policy } from '../access/index.ts';
import { peopleOfAlbum, shares } from '../albums/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'media.read': true;
    'media.update': true;
  }
}

const peopleOfMedia =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<Owned>`
        select media.id, people.user_id as "ownerId", people.is_guest as "isGuest"
        from media join albums on albums.id = media.album_id cross join lateral ${peopleOfAlbum(sufficing)} as people
        where media.id = any(${ids}::uuid[]) and albums.deleted_at is null`;

export const mediaPolicies: Policies = {
  'media.read': peopleOfMedia(shares.any),
  /** Who arranges the album, and whoever put the media there while they may still add to it. */
  'media.update': peopleOfMedia(sql<boolean>`${shares.write} and user_id = media.uploaded_by`),
};

/** Whoever reads the album that holds it. */
export const readersByMedia = sql`select people.user_id from albums cross join lateral ${peopleOfAlbum(shares.any)} as people
  where albums.id = media.album_id and albums.deleted_at is null`;

/** Those of them who may know where it was taken. */
export const placeReadersByMedia = sql`select people.user_id from albums cross join lateral ${peopleOfAlbum(shares.places)} as people
  where albums.id = media.album_id and albums.deleted_at is null`;

/** Whoever the album is that it was deleted from, also while that is in the bin itself. */
export const readersByBin = sql`select people.user_id from albums cross join lateral ${peopleOfAlbum(shares.none)} as people
  where albums.id = binned_media.album_id`;
