import { type RawBuilder, sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { buildDocument, type DocumentRow, type EmergencyDocument } from './emergency-document.rules.ts';

/** Account or family that owns messages. For a family, `user_id` is its owner. */
export interface EmergencyOwner {
  user_id: string;
  org_id: string | null;
}

/** True when `devices` of the surrounding query is a target of its `message`. Messages of a family's owner reach the family's devices, too. */
export const isReached: RawBuilder<boolean> = sql<boolean>`(
  devices.user_id = message.user_id and (message.org_id is null or message.org_id = devices.org_id) and (
    message.is_for_all
    or exists (select from emergency_targets target where target.message_id = message.id and target.device_id = devices.id)
    or exists (select from emergency_targets target join tagged_devices on tagged_devices.tag_id = target.tag_id
      where target.message_id = message.id and tagged_devices.device_id = devices.id)))`;

// One aggregated row, because decoding 5,000 rows takes the driver longer than the query.
const parseIds = (rows: { ids: string | null }[]): string[] => rows[0]?.ids?.split(',') ?? [];

/** Returns the screens that show a message when it is raised. */
export async function listReachedScreens(db: Db, messageId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(devices.screen_id::text, ',') as ids
    from emergency_messages message join devices
      on devices.user_id = message.user_id where message.id = ${messageId} and ${isReached}`.execute(db);
  return parseIds(rows);
}

/** Returns all screens of an owner. */
export async function listScreensOfOwner(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(screen_id::text, ',') as ids from devices where user_id = ${userId}`.execute(db);
  return parseIds(rows);
}

export async function listScreensOfDevices(db: Db, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(screen_id::text, ',') as ids from devices where id = any(${toUuidArray([...deviceIds])})`.execute(db);
  return parseIds(rows);
}

/** An active alert, without the digest of its message. */
export interface ActiveAlert {
  alertId: string;
  messageId: string;
  endsAt: number;
  drill: boolean;
}

export interface ScreenStateRow {
  screenId: string;
  deviceId: string;
  ownerId: string;
  revision: number;
  alerts: ActiveAlert[];
}

/**
 * Returns the alerts of screens whose owners have ever prepared messages. One statement, because the revision must not be newer than the alerts: the screen
 * would ignore the message of an alert that it was not sent here.
 */
export async function listScreenStates(db: Db, screenIds: readonly string[], now: Date): Promise<ScreenStateRow[]> {
  const { rows } = await sql<ScreenStateRow>`
    select devices.screen_id as "screenId", devices.id as "deviceId", owners.user_id as "ownerId", owners.revision,
      coalesce((
        select jsonb_agg(jsonb_build_object('alertId', alert.id, 'messageId', message.id,
          'endsAt', (extract(epoch from alert.ends_at) * 1000)::bigint, 'drill', alert.is_drill) order by alert.id)
        from emergency_alerts alert join emergency_messages message on message.id = alert.message_id
        where alert.user_id = owners.user_id and alert.ended_at is null and alert.ends_at > ${now} and ${isReached}
      ), '[]') as alerts
    from devices join emergency_owners owners on owners.user_id = devices.user_id
    where devices.screen_id = any(${toUuidArray([...screenIds])})`.execute(db);
  return rows;
}

/** Copy of the picture for screens: of the owner's own media, and not larger than a panel of Full HD needs. */
const selectPicture = sql`
  select coalesce(hd.sha256, playable.sha256) as sha256
  from media join albums on albums.id = media.album_id
  join lateral (select * from files where files.root_id = media.file_id and files.role = 'screen' and files.page = 0
    order by (files.rotation = media.rotation) desc, files.created_at desc limit 1) as playable on true
  left join files hd on hd.root_id = playable.root_id and hd.role = 'screen_hd' and hd.rotation = playable.rotation and hd.page = playable.page
  where media.id = message.media_id and media.kind = 'image' and albums.deleted_at is null
    and albums.created_by = message.user_id and (message.org_id is null or albums.org_id = message.org_id)`;

/** Returns the documents of these owners. Owners without messages are missing. */
export async function loadDocuments(db: Db, ownerIds: readonly string[]): Promise<Map<string, EmergencyDocument>> {
  if (ownerIds.length === 0) return new Map();
  const { rows } = await sql<DocumentRow & { ownerId: string }>`
    select message.id, message.user_id as "ownerId", message.texts, message.color, message.sound, message.is_sound_forced, message.key_digit,
      case when message.key_digit is not null
        then array(select device_id from emergency_key_devices where message_id = message.id order by device_id) else '{}' end as key_device_ids,
      case when message.media_id is not null then (${selectPicture}) end as picture
    from emergency_messages message where message.user_id = any(${toUuidArray([...ownerIds])})`.execute(db);
  const byOwner = Map.groupBy(rows, (row) => row.ownerId);
  return new Map([...byOwner].map(([ownerId, messages]) => [ownerId, buildDocument(messages)]));
}

/** Returns whether a message of the screen's owner has this picture. */
export async function isPictureOfScreen(db: Db, screenId: string, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select from devices join emergency_messages message on message.user_id = devices.user_id
    where devices.screen_id = ${screenId} and message.media_id is not null and (${selectPicture}) = ${sha256} limit 1`.execute(db);
  return rows.length > 0;
}

export interface KeyOfScreen extends EmergencyOwner {
  deviceName: string;
}

/** Returns the owner of a message and the screen's device, if a key on this screen may raise the message; undefined otherwise. */
export async function findKeyOfScreen(db: Db, screenId: string, messageId: string): Promise<KeyOfScreen | undefined> {
  const { rows } = await sql<KeyOfScreen>`
    select message.user_id, message.org_id, devices.name as "deviceName"
    from devices join emergency_key_devices allowed on allowed.device_id = devices.id
    join emergency_messages message on message.id = allowed.message_id
    where devices.screen_id = ${screenId} and message.id = ${messageId} and message.key_digit is not null
      and message.user_id = devices.user_id and (message.org_id is null or message.org_id = devices.org_id)`.execute(db);
  return rows[0];
}
