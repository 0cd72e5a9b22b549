import { sql } from 'kysely';
import { type Tx, uuids } from '../../platform/database/database.ts';

/** Somebody who belongs to an organisation no more. */
export interface FormerMember {
  orgId: string;
  userId: string;
}

/**
 * What only a member could publish: the organisation's playlists on the person's devices, and the person's playlists on the organisation's. Two
 * selections of `publishes.id`, since each is found by an index of its own.
 */
const publishesBetween = ({ orgId, userId }: FormerMember) => sql`
  select publishes.id from devices join publishes on publishes.device_id = devices.id join playlists on playlists.id = publishes.playlist_id
    where devices.user_id = ${userId} and devices.org_id is distinct from ${orgId} and playlists.org_id = ${orgId}
  union all
  select publishes.id from playlists join publishes on publishes.playlist_id = playlists.id join devices on devices.id = publishes.device_id
    where playlists.user_id = ${userId} and playlists.org_id is distinct from ${orgId} and devices.org_id = ${orgId}`;

/** Playlists of the person that have albums of the organisation. */
const playlistsWithAlbums = ({ orgId, userId }: FormerMember) => sql`
  select entry.playlist_id from playlists join playlist_albums entry on entry.playlist_id = playlists.id
    join albums on albums.id = entry.album_id
  where playlists.user_id = ${userId} and playlists.org_id is distinct from ${orgId} and albums.org_id = ${orgId}`;

/**
 * Holds every playlist that leaving changes on walls, so that what is being published meanwhile is either seen here or sees that they left. Playlists
 * before devices, as whoever publishes takes them.
 */
export async function holdWhatTheyShared(tx: Tx, former: FormerMember): Promise<void> {
  await sql`
    select from playlists where id in (
      select playlist_id from publishes where id in (${publishesBetween(former)}) union all ${playlistsWithAlbums(former)})
    order by id for no key update`.execute(tx);
  await sql`
    select from devices where id in (select device_id from publishes where id in (${publishesBetween(former)}))
    order by id for no key update`.execute(tx);
}

/** Ends what only a member could publish; answers the devices it was on. */
export async function deletePublishesBetween(tx: Tx, former: FormerMember): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    delete from publishes where id in (${publishesBetween(former)}) returning device_id`.execute(tx);
  return [...new Set(rows.map((row) => row.device_id))];
}

const published = sql<boolean>`exists (select from publishes where publishes.playlist_id = playlists.id)`;

/** Of the person, and published: they show one album of the organisation or more, and may not any longer. */
export async function listPublishedWithAlbums(tx: Tx, former: FormerMember): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from playlists where id in (${playlistsWithAlbums(former)}) and ${published} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Holds the organisation's playlists as they change hands, and answers those that are published. */
export async function holdPlaylistsOf(tx: Tx, orgId: string): Promise<string[]> {
  const { rows: held } = await sql<{ id: string }>`
    select id from playlists where org_id = ${orgId} order by id for no key update`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from playlists where id = any(${uuids(held.map(({ id }) => id))}) and ${published} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
