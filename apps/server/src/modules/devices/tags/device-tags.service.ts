import { DEVICE_LIMITS, type DeviceOutcome, type DeviceTag, normalizeTag, type OperatingSettings } from '@vitrine/contract';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Emit } from '../../../platform/events.ts';
import { capPerRoom, type Live } from '../../../platform/live/live.ts';
import { authorize, type Person } from '../../access/index.ts';
import { lockAccounts } from '../../entitlements/index.ts';
import { authorizeList, type OwnerScope } from '../../organisations/index.ts';
import { type BulkOutcome, presentOutcomes } from '../bulk/bulk-devices.rules.ts';
import { type LockedDevice, lockDevicesWithAccounts } from '../device-lock.service.ts';
import { listDevicesWithTagSettings } from '../device-operation.read-model.ts';
import { deviceSettingsChanged, deviceTagDeleting, deviceTagsChanged } from '../devices.events.ts';
import { deviceStatusNudge } from '../devices.live.ts';
import { findTagAudience, listTags } from '../devices.read-model.ts';
import {
  deleteDeviceTags,
  deleteTag,
  ensureTags,
  findTagByName,
  findTagOwner,
  insertDeviceTags,
  listDevicesWithTag,
  listTagsByDevice,
  lockTag,
  mergeTag,
  type TagScope,
  updateTag,
  updateTagSettings,
} from './device-tags.store.ts';

interface TagChange {
  deviceIds: string[];
  add: string[];
  remove: string[];
}

/** Tags of devices, by which users find devices and publish to them. */
export function createDeviceTagsService({ db, live, emit }: { db: Database; live: Live; emit: Emit }) {
  /** Changes a tag under the lock of its owner, and notifies the people who see it. NOT_FOUND, CHANGED_MEANWHILE. */
  const changeTag = (
    actor: Person,
    id: string,
    change: (tx: Tx, tag: TagScope & { id: string; folded: string }) => Promise<unknown>,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'deviceTag.update', [id]);
      const ownerId = await findTagOwner(tx, id);
      if (ownerId) await lockAccounts(tx, [ownerId]);
      const tag = await lockTag(tx, id);
      if (!tag) throw new AppError('NOT_FOUND');
      if (tag.user_id !== ownerId) throw new AppError('CHANGED_MEANWHILE');
      const recipients = await findTagAudience(tx, id);
      await change(tx, tag);
      // Recipients reload all devices, whichever device the message names.
      if (recipients) await live.send(tx, [deviceStatusNudge(recipients)]);
    });

  return {
    async list(actor: Person, scope: OwnerScope): Promise<DeviceTag[]> {
      return listTags(db, await authorizeList(db, actor, scope));
    },

    /** Renames a tag on all devices. When the owner has another tag with this name, merges the two. */
    rename: (actor: Person, id: string, name: string): Promise<void> =>
      changeTag(actor, id, async (tx, tag) => {
        const namesake = await findTagByName(tx, tag, normalizeTag(name));
        if (namesake && namesake.id !== id) {
          await mergeTag(tx, { tagId: id, intoTagId: namesake.id, emit });
          await updateTag(tx, namesake.id, name);
        } else await updateTag(tx, id, name);
      }),

    /** Changes the settings that devices with the tag have unless they have their own. */
    setSettings: (actor: Person, id: string, settings: OperatingSettings): Promise<void> =>
      changeTag(actor, id, async (tx) => {
        await updateTagSettings(tx, id, settings);
        await emit(tx, deviceSettingsChanged, { deviceIds: await listDevicesWithTag(tx, id) });
      }),

    remove: (actor: Person, id: string): Promise<void> =>
      changeTag(actor, id, async (tx) => {
        await emit(tx, deviceTagDeleting, { tagId: id });
        await deleteTag(tx, id);
      }),

    /** Adds and removes tags. A device whose tags would exceed a limit is not changed. */
    tagDevices: (actor: Person, { deviceIds, add, remove }: TagChange): Promise<DeviceOutcome[]> =>
      db.transaction().execute(async (tx) => {
        const locked = await lockDevicesWithAccounts(tx, actor, deviceIds);
        const outcomes = new Map<string, BulkOutcome>();
        const before = await listDevicesWithTagSettings(
          tx,
          locked.map(({ id }) => id),
        );
        const scopes = Map.groupBy(locked, ({ user_id, org_id }) => org_id ?? user_id);
        for (const devices of scopes.values()) await tagDevicesOfOwner(tx, devices, { add, remove }, outcomes);
        const tagged = locked.map(({ id }) => id).filter((id) => outcomes.get(id) === 'done');
        const settingsIds = [...new Set([...before, ...(await listDevicesWithTagSettings(tx, tagged))])].filter((id) =>
          tagged.includes(id),
        );
        if (tagged.length > 0) await emit(tx, deviceTagsChanged, { deviceIds: tagged, settingsIds });
        await live.send(tx, capPerRoom(locked.map(deviceStatusNudge)));
        return presentOutcomes(deviceIds, outcomes);
      }),
  };
}

export type DeviceTagsService = ReturnType<typeof createDeviceTagsService>;

/** Tags devices of one owner, who has the same tags for all of them, and adds the outcomes. */
async function tagDevicesOfOwner(
  tx: Tx,
  devices: LockedDevice[],
  { add, remove }: Pick<TagChange, 'add' | 'remove'>,
  outcomes: Map<string, BulkOutcome>,
): Promise<void> {
  const [first] = devices;
  if (!first) return;
  const { user_id, org_id } = first;
  const removed = remove.map(normalizeTag);
  const known = await listTagsByDevice(
    tx,
    devices.map(({ id }) => id),
  );
  const added = new Set(add.map(normalizeTag));
  const hasTagCapacity = ({ id }: LockedDevice) => {
    const kept = [...(known.get(id)?.keys() ?? [])].filter((folded) => !removed.includes(folded));
    return added.size === 0 || new Set([...kept, ...added]).size <= DEVICE_LIMITS.tagsPerDevice;
  };
  const able = devices.filter(hasTagCapacity);
  const tags = able.length > 0 ? await ensureTags(tx, { user_id, org_id }, add, DEVICE_LIMITS.tagsPerOwner) : new Map<string, string>();
  const isWhole = able.length > 0 && tags.size === added.size;
  for (const device of devices) outcomes.set(device.id, isWhole && able.includes(device) ? 'done' : 'tagLimit');
  if (!isWhole) return;
  const ids = able.map(({ id }) => id);
  if (removed.length > 0) await deleteDeviceTags(tx, ids, removed);
  await insertDeviceTags(
    tx,
    ids.flatMap((deviceId) => [...tags.values()].map((tagId) => ({ deviceId, tagId }))),
  );
}
