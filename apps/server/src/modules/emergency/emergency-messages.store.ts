import type { CapFilter, EmergencyColor, EmergencyKey, EmergencySound, EmergencyText } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';
import type { EmergencyOwner } from './emergency-screens.read-model.ts';

export interface MessageContent {
  texts: EmergencyText[];
  color: EmergencyColor;
  mediaId: string | null;
  isForAll: boolean;
  tagIds: string[];
  deviceIds: string[];
  minutes: number;
  cap: CapFilter | null;
  sound: EmergencySound;
  isSoundForced: boolean;
  key: EmergencyKey | null;
}

/** Locks the targets of a message and the devices of its key. Must run before the account is locked, as in changes of tags and devices, to avoid deadlocks. */
export async function lockTargets(tx: Tx, { isForAll, tagIds, deviceIds, key }: MessageContent): Promise<void> {
  if (!isForAll) await sql`select from device_tags where id = any(${toUuidArray(tagIds)}) order by id for key share`.execute(tx);
  const lockedIds = [...(isForAll ? [] : deviceIds), ...(key?.deviceIds ?? [])];
  if (lockedIds.length > 0) await sql`select from devices where id = any(${toUuidArray(lockedIds)}) order by id for key share`.execute(tx);
}

/** Counts the messages of an account, with those of its family. The caller has raised the account's revision, which locks it. */
export async function countMessages(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from emergency_messages where user_id = ${userId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns whether another message of the account has a key with this digit. The caller has locked the account. */
export async function isDigitTaken(tx: Tx, userId: string, digit: number, exceptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from emergency_messages where user_id = ${userId} and key_digit = ${digit} and id <> ${exceptId} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function insertMessage(tx: Tx, id: string, owner: EmergencyOwner, content: MessageContent): Promise<void> {
  await tx
    .insertInto('emergency_messages')
    .values({ id, ...owner, ...toColumns(content) })
    .execute();
  await insertTargets(tx, id, content);
}

export async function updateMessage(tx: Tx, id: string, content: MessageContent): Promise<void> {
  await tx
    .updateTable('emergency_messages')
    .set({ ...toColumns(content), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('emergency_targets').where('message_id', '=', id).execute();
  await tx.deleteFrom('emergency_key_devices').where('message_id', '=', id).execute();
  await insertTargets(tx, id, content);
}

export const deleteMessage = (tx: Tx, id: string) => tx.deleteFrom('emergency_messages').where('id', '=', id).execute();

const toColumns = ({ texts, color, mediaId, isForAll, minutes, cap, sound, isSoundForced, key }: MessageContent) => ({
  texts: JSON.stringify(texts),
  color,
  media_id: mediaId,
  is_for_all: isForAll,
  minutes,
  cap: cap && JSON.stringify(cap),
  sound,
  is_sound_forced: isSoundForced,
  key_digit: key?.digit ?? null,
});

async function insertTargets(tx: Tx, id: string, { isForAll, tagIds, deviceIds, key }: MessageContent): Promise<void> {
  if (key)
    await sql`insert into emergency_key_devices (message_id, device_id) select distinct ${id}::uuid, unnest(${toUuidArray(key.deviceIds)})`.execute(
      tx,
    );
  if (isForAll) return;
  await sql`insert into emergency_targets (message_id, tag_id) select distinct ${id}::uuid, unnest(${toUuidArray(tagIds)})`.execute(tx);
  await sql`insert into emergency_targets (message_id, device_id) select distinct ${id}::uuid, unnest(${toUuidArray(deviceIds)})`.execute(
    tx,
  );
}

/** Transfers the messages and alerts of a family to its new owner. */
export async function reassignMessages(tx: Tx, orgId: string, ownerId: string): Promise<void> {
  await tx.updateTable('emergency_messages').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
  await tx.updateTable('emergency_alerts').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();
}

/** Removes a tag from the targets of all messages. Returns whether it was a target. */
export async function deleteTagTargets(tx: Tx, tagId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('emergency_targets').where('tag_id', '=', tagId).returning('message_id').execute();
  return deleted.length > 0;
}

/** Replaces a tag in the targets of all messages. Returns whether it was a target. */
export async function replaceTagTargets(tx: Tx, tagId: string, intoTagId: string): Promise<boolean> {
  await sql`
    insert into emergency_targets (message_id, tag_id) select message_id, ${intoTagId}::uuid from emergency_targets where tag_id = ${tagId}
    on conflict do nothing`.execute(tx);
  return deleteTagTargets(tx, tagId);
}

/** Removes devices from the targets and the keys of messages that no longer reach them, because they have another owner. */
export async function deleteForeignTargets(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  for (const table of ['emergency_targets', 'emergency_key_devices'])
    await sql`
      delete from ${sql.table(table)} target using emergency_messages message, devices
      where target.device_id = any(${toUuidArray([...deviceIds])}) and message.id = target.message_id and devices.id = target.device_id
        and (message.user_id <> devices.user_id or message.org_id <> devices.org_id or (message.org_id is not null and devices.org_id is null))`.execute(
      tx,
    );
}
