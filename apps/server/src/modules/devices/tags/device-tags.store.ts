import { normalizeTag, type OperatingSettings } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../../platform/database/database.ts';
import type { Emit } from '../../../platform/events.ts';
import { newIds } from '../../../platform/ids.ts';
import { toOperationColumns } from '../device-operation.store.ts';
import { deviceTagMerging } from '../devices.events.ts';

/** Owner of tags: an account, or a family, whose tags are rows of its owner. */
export interface TagScope {
  user_id: string;
  org_id: string | null;
}

const isOwnedBy = ({ user_id, org_id }: TagScope) =>
  org_id === null
    ? sql<boolean>`device_tags.user_id = ${user_id} and device_tags.org_id is null`
    : sql<boolean>`device_tags.org_id = ${org_id}`;

/** Creates missing tags, or none when there would be more than `max`. Returns the ids of all requested tags by normalized name. The account is locked. */
export async function ensureTags(tx: Tx, scope: TagScope, names: readonly string[], max: number): Promise<Map<string, string>> {
  const nameByFolded = new Map(names.map((name) => [normalizeTag(name), name]));
  const { rows } = await sql<{ id: string; folded: string }>`select id, folded from device_tags where ${isOwnedBy(scope)}`.execute(tx);
  const known = new Map(rows.map(({ id, folded }) => [folded, id]));
  const unknownTags = [...nameByFolded].filter(([folded]) => !known.has(folded));
  const createdTags = known.size + unknownTags.length > max ? [] : unknownTags;
  const ids = newIds(createdTags.length);
  const newTags = createdTags.map(([folded, name], place) => ({ ...scope, id: ids[place] ?? '', name, folded }));
  if (newTags.length > 0) await tx.insertInto('device_tags').values(newTags).execute();
  for (const { folded, id } of newTags) known.set(folded, id);
  return new Map([...known].filter(([folded]) => nameByFolded.has(folded)));
}

/** Lists the tags of each device: their names by normalized name. */
export async function listTagsByDevice(tx: Tx, deviceIds: string[]): Promise<Map<string, Map<string, string>>> {
  const { rows } = await sql<{ device_id: string; folded: string; name: string }>`
    select device_id, folded, name from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id
    where device_id = any(${toUuidArray(deviceIds)}) order by folded`.execute(tx);
  const groups = Map.groupBy(rows, (row) => row.device_id);
  return new Map([...groups].map(([id, tags]) => [id, new Map(tags.map(({ folded, name }) => [folded, name]))]));
}

/** Adds tags to devices. Existing pairs are kept. */
export async function insertDeviceTags(tx: Tx, pairs: readonly { deviceId: string; tagId: string }[]): Promise<void> {
  await sql`insert into tagged_devices (device_id, tag_id)
    select device_id, tag_id from unnest(${toUuidArray(pairs.map(({ deviceId }) => deviceId))}, ${toUuidArray(pairs.map(({ tagId }) => tagId))}) as given (device_id, tag_id)
    on conflict do nothing`.execute(tx);
}

export const deleteDeviceTags = (tx: Tx, deviceIds: string[], folded: readonly string[]) =>
  sql`delete from tagged_devices using device_tags where device_tags.id = tagged_devices.tag_id
    and device_id = any(${toUuidArray(deviceIds)}) and device_tags.folded = any(${folded}::text[])`.execute(tx);

export const deleteAllDeviceTags = (tx: Tx, deviceIds: string[]) =>
  sql`delete from tagged_devices where device_id = any(${toUuidArray(deviceIds)})`.execute(tx);

export const findTagOwner = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('device_tags').select('user_id').where('id', '=', id).executeTakeFirst())?.user_id;

export const lockTag = (tx: Tx, id: string) =>
  tx.selectFrom('device_tags').select(['id', 'user_id', 'org_id', 'folded']).where('id', '=', id).forUpdate().executeTakeFirst();

export const findTagByName = (tx: Tx, scope: TagScope, folded: string) =>
  tx.selectFrom('device_tags').select('id').where(isOwnedBy(scope)).where('folded', '=', folded).executeTakeFirst();

export const updateTag = (tx: Tx, id: string, name: string) =>
  tx
    .updateTable('device_tags')
    .set({ name, folded: normalizeTag(name) })
    .where('id', '=', id)
    .execute();

export const updateTagSettings = (tx: Tx, id: string, settings: OperatingSettings) =>
  tx.updateTable('device_tags').set(toOperationColumns(settings)).where('id', '=', id).execute();

export const listDevicesWithTag = async (tx: Tx, tagId: string): Promise<string[]> =>
  (await tx.selectFrom('tagged_devices').select('device_id').where('tag_id', '=', tagId).orderBy('device_id').execute()).map(
    ({ device_id }) => device_id,
  );

/** Merges a tag into another one, and deletes it. Its devices get the other tag, and the other tag gets the settings that it lacks. */
export async function mergeTag(tx: Tx, { tagId, intoTagId, emit }: { tagId: string; intoTagId: string; emit: Emit }): Promise<void> {
  await sql`insert into tagged_devices (device_id, tag_id) select device_id, ${intoTagId}::uuid from tagged_devices where tag_id = ${tagId}
    on conflict do nothing`.execute(tx);
  await emit(tx, deviceTagMerging, { tagId, intoTagId });
  await sql`update device_tags set operating_hours = coalesce(device_tags.operating_hours, merged.operating_hours),
      brightness = coalesce(device_tags.brightness, merged.brightness)
    from device_tags as merged where device_tags.id = ${intoTagId} and merged.id = ${tagId}
      and (merged.operating_hours is not null or merged.brightness is not null)`.execute(tx);
  await deleteTag(tx, tagId);
}

export const deleteTag = (tx: Tx, id: string) => tx.deleteFrom('device_tags').where('id', '=', id).execute();

/** Transfers all tags of an organisation to its new owner. */
export const reassignTags = (tx: Tx, orgId: string, ownerId: string) =>
  tx.updateTable('device_tags').set({ user_id: ownerId }).where('org_id', '=', orgId).execute();

/** Transfers the tags of a deleted organisation to its owner and merges tags of the same name. The account is locked. */
export async function mergeTagsIntoOwner(tx: Tx, { orgId, ownerId, emit }: { orgId: string; ownerId: string; emit: Emit }): Promise<void> {
  const { rows } = await sql<{ id: string; into: string }>`
    select device_tags.id, own.id as into from device_tags
    join device_tags own on own.user_id = ${ownerId} and own.org_id is null and own.folded = device_tags.folded
    where device_tags.org_id = ${orgId} order by device_tags.id`.execute(tx);
  for (const { id, into } of rows) await mergeTag(tx, { tagId: id, intoTagId: into, emit });
  await tx.updateTable('device_tags').set({ org_id: null }).where('org_id', '=', orgId).execute();
}
