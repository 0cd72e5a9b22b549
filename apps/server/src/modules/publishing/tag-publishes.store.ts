import type { PublishSchedule } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { newIds } from '../../platform/ids.ts';
import { selectOwnersAndMembers } from '../organisations/index.ts';
import type { FormerMembers } from './ownership-changes.store.ts';
import { addAvailability, type PlaylistAvailability } from './publishing.read-model.ts';
import type { ScheduleRow } from './publishing.rules.ts';
import { scheduleValues } from './publishing.store.ts';

/** Returns the accounts that own these tags. */
export async function listTagOwners(tx: Tx, tagIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from device_tags where id = any(${toUuidArray(tagIds)}) order by user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Locks the tags, so that a device that gets one of them at the same time waits. Returns their owners. */
export async function lockTags(tx: Tx, tagIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from device_tags where id = any(${toUuidArray(tagIds)}) order by id for update`.execute(tx);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Returns true when at least one of these tags has operating hours or brightness. */
export async function haveTagsSettings(tx: Tx, tagIds: string[]): Promise<boolean> {
  const { rows } = await sql`select from device_tags where id = any(${toUuidArray(tagIds)})
    and (operating_hours is not null or brightness is not null) limit 1`.execute(tx);
  return rows.length > 0;
}

/** In the order of their ids. */
export async function listTaggedDevices(tx: Db, tagIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    select distinct device_id from tagged_devices where tag_id = any(${toUuidArray(tagIds)}) order by device_id`.execute(tx);
  return rows.map(({ device_id }) => device_id);
}

interface NewTagPublishes {
  playlistId: string;
  tagIds: string[];
  schedule?: PublishSchedule;
  at: Date;
}

/** Publishes the playlist to the tags, or makes it the newest one there. A schedule replaces the previous one. */
export const upsertTagPublishes = (tx: Tx, { playlistId, tagIds, schedule, at }: NewTagPublishes) =>
  sql`
    insert into tag_publishes as known (id, tag_id, playlist_id, schedule, windows, priority, activated_at)
    select id, tag_id, ${playlistId}::uuid, ${scheduleValues(schedule)}, ${at}::timestamptz
    from unnest(${toUuidArray(newIds(tagIds.length))}, ${toUuidArray(tagIds)}) as given (id, tag_id)
    on conflict (tag_id, playlist_id) do update set
      activated_at = excluded.activated_at${schedule ? REPLACE_SCHEDULE : sql``}`.execute(tx);

const REPLACE_SCHEDULE = sql`, schedule = excluded.schedule, windows = excluded.windows, priority = excluded.priority`;

/** Returns whether one of the tags has more than `max` playlists. */
export const hasOverfullTag = async (tx: Tx, tagIds: string[], max: number): Promise<boolean> =>
  (
    await sql`select from tag_publishes where tag_id = any(${toUuidArray(tagIds)}) group by tag_id having count(*) > ${max} limit 1`.execute(
      tx,
    )
  ).rows.length > 0;

export interface TagPublishRow extends ScheduleRow, PlaylistAvailability {
  id: string;
  playlist_id: string;
  playlist_name: string;
  tag_id: string;
  tag_name: string;
  devices: number;
  activated_at: Date;
}

/** Lists the tags to which a playlist is published, in the order of their names, or the playlists of a tag, in the order of theirs. */
export async function listTagPublishes(db: Db, scope: { playlistId: string } | { tagId: string }): Promise<TagPublishRow[]> {
  const isInScope = 'tagId' in scope ? sql`tag_id = ${scope.tagId}` : sql`playlist_id = ${scope.playlistId}`;
  const { rows } = await sql<Omit<TagPublishRow, keyof PlaylistAvailability>>`
    select tag_publishes.id, playlist_id, playlists.name as playlist_name, tag_id, device_tags.name as tag_name, schedule, windows, priority, activated_at,
      (select count(*) from tagged_devices where tagged_devices.tag_id = device_tags.id) as devices
    from tag_publishes join device_tags on device_tags.id = tag_id join playlists on playlists.id = playlist_id
    where ${isInScope} order by device_tags.folded, lower(playlists.name), tag_publishes.id`.execute(db);
  return addAvailability(db, rows);
}

export const findTagPublish = (tx: Tx, id: string) =>
  tx.selectFrom('tag_publishes').select(['tag_id', 'playlist_id']).where('id', '=', id).executeTakeFirst();

export const deleteTagPublish = (tx: Tx, id: string) => tx.deleteFrom('tag_publishes').where('id', '=', id).executeTakeFirst();

export const deletePublishesOfTag = (tx: Tx, tagId: string) => tx.deleteFrom('tag_publishes').where('tag_id', '=', tagId).execute();

/** Publishes all playlists of a tag to another one, where they are not yet. */
export const copyTagPublishes = (tx: Tx, tagId: string, intoTagId: string) =>
  sql`
    insert into tag_publishes (id, tag_id, playlist_id, schedule, windows, priority, activated_at)
    select gen_random_uuid(), ${intoTagId}::uuid, playlist_id, schedule, windows, priority, activated_at from tag_publishes where tag_id = ${tagId}
    on conflict (tag_id, playlist_id) do nothing`.execute(tx);

/** Deletes what only a member could publish to a tag: the organisation's playlists on their tags, and their playlists on its tags. */
export const deleteTagPublishesBetween = (tx: Tx, former: FormerMembers) => {
  const isFormer = (column: string) =>
    'userId' in former ? sql<boolean>`${sql.ref(column)} = ${former.userId}` : sql<boolean>`${sql.ref(column)} <> ${former.ownerId}`;
  return sql`
    delete from tag_publishes using playlists, device_tags
    where playlists.id = playlist_id and device_tags.id = tag_id and (
      (playlists.org_id = ${former.orgId} and device_tags.org_id is distinct from ${former.orgId} and ${isFormer('device_tags.user_id')})
      or (device_tags.org_id = ${former.orgId} and playlists.org_id is distinct from ${former.orgId} and ${isFormer('playlists.user_id')}))`.execute(
    tx,
  );
};

/** True when a tag of the device has the playlist of the publish. */
export const hasTagWithPlaylist = sql<boolean>`exists (
  select from tagged_devices join tag_publishes using (tag_id)
  where tagged_devices.device_id = publishes.device_id and tag_publishes.playlist_id = publishes.playlist_id)`;

export interface ChangedPublish {
  device_id: string;
  playlist_id: string;
}

/** Deletes publishes that came only from tags which the devices, or the playlists, no longer have. */
export async function deletePublishesWithoutTag(tx: Tx, deviceIds: string[]): Promise<ChangedPublish[]> {
  const { rows } = await sql<ChangedPublish>`
    delete from publishes where device_id = any(${toUuidArray(deviceIds)}) and is_from_tag and not ${hasTagWithPlaylist}
    returning device_id, playlist_id`.execute(tx);
  return rows;
}

/**
 * Inserts publishes that the devices miss for their tags, as old as the publish to the tag, so that the devices agree on which one is the newest. Skips playlists
 * whose owner and family may no longer use the device.
 */
export async function insertMissingTagPublishes(tx: Tx, deviceIds: string[]): Promise<ChangedPublish[]> {
  const { rows } = await sql<ChangedPublish>`
    insert into publishes (id, playlist_id, device_id, activated_at, updated_at, schedule, windows, priority, is_from_tag)
    select distinct on (devices.id, playlists.id) gen_random_uuid(), playlists.id, devices.id, activated_at, activated_at, schedule, windows, priority,
      true
    from devices join tagged_devices on tagged_devices.device_id = devices.id join tag_publishes using (tag_id)
    join playlists on playlists.id = tag_publishes.playlist_id
    where devices.id = any(${toUuidArray(deviceIds)}) and exists (
      select from ${selectOwnersAndMembers('playlists')} as owners join ${selectOwnersAndMembers('devices')} as holders using (user_id))
    order by devices.id, playlists.id, activated_at desc
    on conflict (device_id, playlist_id) do nothing
    returning device_id, playlist_id`.execute(tx);
  return rows;
}

/** Returns whether a tag of the device has the playlist. */
export const isPublishedByTag = async (tx: Tx, deviceId: string, playlistId: string): Promise<boolean> =>
  (
    await sql`select from tagged_devices join tag_publishes using (tag_id)
      where tagged_devices.device_id = ${deviceId} and tag_publishes.playlist_id = ${playlistId} limit 1`.execute(tx)
  ).rows.length > 0;
