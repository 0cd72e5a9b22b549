import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { selectOwnersAndMembers } from '../organisations/index.ts';

/** Former members of an organisation: one that left, or all but the owner when it is dissolved. */
export type FormerMembers = { orgId: string } & ({ userId: string } | { ownerId: string });

const isFormerMember = (former: FormerMembers, userId: RawBuilder<unknown>) =>
  'userId' in former ? sql<boolean>`${userId} = ${former.userId}` : sql<boolean>`${userId} <> ${former.ownerId}`;

/** Publishes that only a member could make: the organisation's playlists on their devices, and their playlists on the organisation's. */
const selectPublishesBetween = (former: FormerMembers) => sql`
  select publishes.id from playlists join publishes on publishes.playlist_id = playlists.id join devices on devices.id = publishes.device_id
    where playlists.org_id = ${former.orgId} and devices.org_id is distinct from ${former.orgId} and ${isFormerMember(former, sql.ref('devices.user_id'))}
  union all
  select publishes.id from devices join publishes on publishes.device_id = devices.id join playlists on playlists.id = publishes.playlist_id
    where devices.org_id = ${former.orgId} and playlists.org_id is distinct from ${former.orgId} and ${isFormerMember(former, sql.ref('playlists.user_id'))}`;

/** Playlists of theirs that have albums of the organisation. */
const selectPlaylistsWithAlbums = (former: FormerMembers) => sql`
  select playlists.id from albums join playlist_albums entry on entry.album_id = albums.id join playlists on playlists.id = entry.playlist_id
  where albums.org_id = ${former.orgId} and playlists.org_id is distinct from ${former.orgId} and ${isFormerMember(former, sql.ref('playlists.user_id'))}`;

/**
 * Locks every playlist whose screens change when they leave, so that a concurrent publish is either seen here or sees that they left. Playlists before
 * devices, as in publishing.
 */
export async function lockSharedPlaylistsAndDevices(tx: Tx, former: FormerMembers): Promise<void> {
  await sql`
    select from playlists where id in (
      select playlist_id from publishes where id in (${selectPublishesBetween(former)}) union all ${selectPlaylistsWithAlbums(former)})
    order by id for no key update`.execute(tx);
  await sql`
    select from devices where id in (select device_id from publishes where id in (${selectPublishesBetween(former)}))
    order by id for no key update`.execute(tx);
}

/** Ends what only a member could publish; answers the devices it was on. */
export async function deletePublishesBetween(tx: Tx, former: FormerMembers): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    delete from publishes where id in (${selectPublishesBetween(former)}) returning device_id`.execute(tx);
  return [...new Set(rows.map((row) => row.device_id))];
}

const isPublished = sql<boolean>`exists (select from publishes where publishes.playlist_id = playlists.id)`;

/** Theirs, and published: they show one album of the organisation or more, and may not any longer. */
export async function listPublishedPlaylistsWithAlbums(tx: Tx, former: FormerMembers): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from playlists where id in (${selectPlaylistsWithAlbums(former)}) and ${isPublished} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Holds the organisation's playlists as they change hands, and answers those that are published. */
export async function lockOrganisationPlaylists(tx: Tx, orgId: string): Promise<string[]> {
  const { rows: held } = await sql<{ id: string }>`
    select id from playlists where org_id = ${orgId} order by id for no key update`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from playlists where id = any(${toUuidArray(held.map(({ id }) => id))}) and ${isPublished} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Publishes on these devices that none of these people could make, because the playlist belongs to none of them. */
const isNotPublishableBy = (deviceIds: string[], people: string[]): RawBuilder<unknown> => sql`
  publishes.device_id = any(${toUuidArray(deviceIds)})
    and not exists (select from ${selectOwnersAndMembers('playlists')} as people where people.user_id = any(${toUuidArray(people)}))`;

export async function listPublishesLostByTransfer(
  db: Db,
  deviceIds: string[],
  people: string[],
): Promise<{ name: string; devices: number }[]> {
  const { rows } = await sql<{ name: string; devices: number }>`
    select playlists.name, count(*) as devices from publishes join playlists on playlists.id = publishes.playlist_id
    where ${isNotPublishableBy(deviceIds, people)} group by playlists.id order by devices desc, playlists.name`.execute(db);
  return rows;
}

/** Answers the devices they were on. */
export async function deletePublishesLostByTransfer(tx: Tx, deviceIds: string[], people: string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    delete from publishes using playlists where playlists.id = publishes.playlist_id and ${isNotPublishableBy(deviceIds, people)}
    returning publishes.device_id`.execute(tx);
  return [...new Set(rows.map((row) => row.device_id))];
}

/** Locks the devices against concurrent changes of their publishes and owners, in the order of their ids. */
export const lockDevicesForChange = (tx: Tx, deviceIds: string[]) =>
  sql`select from devices where id = any(${toUuidArray(deviceIds)}) order by id for no key update`.execute(tx);

/** Locks the devices, so that none changes its owner until the transaction ends. In the order of their ids, after the published playlist. */
export const lockTargetDevices = (tx: Tx, deviceIds: string[]) =>
  sql`select from devices where id = any(${toUuidArray(deviceIds)}) order by id for key share`.execute(tx);
