import { type RawBuilder, sql } from 'kysely';
import type { OwnerRow, Policies, Policy } from '../access/index.ts';
import { SHARE_CONDITIONS, selectAlbumPeople } from '../albums/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    /** List the links of an album. */
    'albumLinks.read': true;
    /** Change or revoke a link. */
    'albumLink.update': true;
  }
}

/** True when the link's creator may still share its album, for the surrounding rows `album_links` and `albums`. */
export const creatorCanShare = sql<boolean>`exists (
  select from ${selectAlbumPeople(SHARE_CONDITIONS.none)} as people where people.user_id = album_links.made_by)`;

/** True when the link opens its album, for the surrounding rows `album_links` and `albums`. The only definition of this rule. */
export const isLinkOpen = sql<boolean>`(
  albums.deleted_at is null
  and (album_links.expires_at is null or album_links.expires_at > now())
  and ${creatorCanShare}
  and not exists (select from users where users.id in (albums.created_by, album_links.made_by) and users.disabled_at is not null))`;

const filesOpenedByLink =
  (condition: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<OwnerRow>`
      select files.id, album_links.id as "ownerId"
      from files
        join media on media.file_id = coalesce(files.root_id, files.id) or media.live_video_id = coalesce(files.root_id, files.id)
        join albums on albums.id = media.album_id
        join album_links on album_links.album_id = albums.id
      where files.id = any(${ids}::uuid[]) and ${isLinkOpen} and ${condition}`;

/** Everything that a link permits: reading its album and the files of the media that are currently in it. */
export const linkPolicies: Policies = {
  'album.read': (ids) =>
    sql<OwnerRow>`select albums.id, album_links.id as "ownerId" from albums join album_links on album_links.album_id = albums.id
      where albums.id = any(${ids}::uuid[]) and ${isLinkOpen}`,
  'media.read': (ids) =>
    sql<OwnerRow>`select media.id, album_links.id as "ownerId" from media join albums on albums.id = media.album_id
      join album_links on album_links.album_id = albums.id where media.id = any(${ids}::uuid[]) and ${isLinkOpen}`,
  'file.read': filesOpenedByLink(sql`true`),
  'file.seePlace': filesOpenedByLink(sql`albums.shows_places and not files.hides_place`),
};

export const albumLinkPolicies: Policies = {
  'albumLinks.read': (ids) =>
    sql<OwnerRow>`
      select albums.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from albums cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.none)} as people
      where albums.id = any(${ids}::uuid[]) and albums.deleted_at is null`,
  'albumLink.update': (ids) =>
    sql<OwnerRow>`
      select album_links.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from album_links join albums on albums.id = album_links.album_id cross join lateral ${selectAlbumPeople(SHARE_CONDITIONS.none)} as people
      where album_links.id = any(${ids}::uuid[]) and albums.deleted_at is null`,
};
