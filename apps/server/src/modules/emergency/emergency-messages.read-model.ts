import type { CapFilter, EmergencyColor, EmergencySound, EmergencyText } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { MEDIA_KEY } from '../media/index.ts';
import { isOwnedBy, type ListOwnerScope } from '../organisations/index.ts';
import { type EmergencyOwner, isReached } from './emergency-screens.read-model.ts';

export interface MessageRow extends EmergencyOwner {
  id: string;
  texts: EmergencyText[];
  color: EmergencyColor;
  media_id: string | null;
  picture: string | null;
  is_for_all: boolean;
  tag_ids: string[];
  device_ids: string[];
  minutes: number;
  cap: CapFilter | null;
  sound: EmergencySound;
  is_sound_forced: boolean;
  key_digit: number | null;
  key_device_ids: string[];
  screens: number;
  alert_id: string | null;
}

const selectMessages = (now: Date) => sql`
  select message.id, message.user_id, message.org_id, message.texts, message.color, message.media_id, message.is_for_all, message.minutes, message.cap,
    message.sound, message.is_sound_forced, message.key_digit,
    array(select device_id from emergency_key_devices where message_id = message.id order by device_id) as key_device_ids,
    (select ${MEDIA_KEY} from media where media.id = message.media_id) as picture,
    array(select tag_id from emergency_targets where message_id = message.id and tag_id is not null order by tag_id) as tag_ids,
    array(select device_id from emergency_targets where message_id = message.id and device_id is not null order by device_id) as device_ids,
    (select count(*) from devices where devices.user_id = message.user_id and ${isReached}) as screens,
    (select alert.id from emergency_alerts alert where alert.message_id = message.id and alert.ended_at is null and alert.ends_at > ${now}) as alert_id
  from emergency_messages message`;

export async function listMessages(db: Db, whose: ListOwnerScope, now: Date): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    ${selectMessages(now)} where message.id in (select id from emergency_messages where ${isOwnedBy('emergency_messages', whose)})
    order by message.id`.execute(db);
  return rows;
}

export async function findMessage(db: Db, id: string, now: Date): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`${selectMessages(now)} where message.id = ${id}`.execute(db);
  return rows[0];
}

export interface MessageFacts extends EmergencyOwner {
  title: string;
  color: EmergencyColor;
  minutes: number;
}

/** Returns what raising a message needs. */
export async function findMessageFacts(db: Db, id: string): Promise<MessageFacts | undefined> {
  const { rows } = await sql<MessageFacts>`
    select user_id, org_id, texts->0->>'title' as title, color, minutes from emergency_messages where id = ${id}`.execute(db);
  return rows[0];
}

/** Lists the messages of an account, or of a family, that CAP alerts may raise. */
export async function listCapMessages(db: Db, { user_id, org_id }: EmergencyOwner): Promise<{ id: string; cap: CapFilter }[]> {
  const { rows } = await sql<{ id: string; cap: CapFilter }>`
    select id, cap from emergency_messages
    where user_id = ${user_id} and org_id is not distinct from ${org_id}::uuid and cap is not null order by id`.execute(db);
  return rows;
}

/** Counts those of these tags, devices and media that belong to the owner of a message. */
export async function countOwnedTargets(
  db: Db,
  { user_id, org_id }: EmergencyOwner,
  { tagIds, deviceIds, keyDeviceIds, mediaId }: { tagIds: string[]; deviceIds: string[]; keyDeviceIds: string[]; mediaId: string | null },
): Promise<{ tags: number; devices: number; keyDevices: number; media: number }> {
  const isOwn = sql`user_id = ${user_id} and (${org_id}::uuid is null or org_id = ${org_id}::uuid)`;
  const { rows } = await sql<{ tags: number; devices: number; keyDevices: number; media: number }>`
    select
      (select count(*) from device_tags where id = any(${toUuidArray(tagIds)}) and ${isOwn}) as tags,
      (select count(*) from devices where id = any(${toUuidArray(deviceIds)}) and ${isOwn}) as devices,
      (select count(*) from devices where id = any(${toUuidArray(keyDeviceIds)}) and ${isOwn}) as "keyDevices",
      (select count(*) from media join albums on albums.id = media.album_id where media.id = ${mediaId}::uuid and media.kind = 'image'
        and albums.deleted_at is null and albums.created_by = ${user_id} and (${org_id}::uuid is null or albums.org_id = ${org_id}::uuid)) as media`.execute(
    db,
  );
  return rows[0] ?? { tags: 0, devices: 0, keyDevices: 0, media: 0 };
}

export async function listMessagesExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('texts', texts, 'color', color, 'minutes', minutes, 'createdAt', created_at) order by id), '[]')
      as "emergencyMessages" from emergency_messages where user_id = ${userId}`.execute(db);
  return rows[0] ?? {};
}
