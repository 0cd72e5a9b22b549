import { DEVICE_LIMITS, type DeviceOutcome, type TransferForecast } from '@vitrine/contract';
import type { Database, Db, Tx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Emit } from '../../../platform/events.ts';
import { capPerRoom, type Live } from '../../../platform/live/live.ts';
import type { Ports } from '../../../platform/ports.ts';
import { authorize, type Person } from '../../access/index.ts';
import type { EntitlementsService } from '../../entitlements/index.ts';
import {
  authorizeCreate,
  findBillingOwner,
  listOrganisationIds,
  listOrganisationMemberIds,
  lockMemberships,
} from '../../organisations/index.ts';
import { type LockedDevice, lockDevicesWithAccounts } from '../device-lock.service.ts';
import { listDevicesWithTagSettings } from '../device-operation.read-model.ts';
import { deployments, devicesTransferred } from '../devices.events.ts';
import { deviceStatusNudge } from '../devices.live.ts';
import { listDeviceOwners } from '../devices.read-model.ts';
import { updateDeviceOwner } from '../devices.store.ts';
import { deleteAllDeviceTags, ensureTags, insertDeviceTags, listTagsByDevice } from '../tags/device-tags.store.ts';
import { type BulkOutcome, presentOutcomes } from './bulk-devices.rules.ts';
import { type DeviceOwner, getDeviceCapacity, planTransfer } from './device-transfer.rules.ts';

export interface DeviceTransferDeps {
  db: Database;
  live: Live;
  emit: Emit;
  port: Ports['port'];
  entitlements: EntitlementsService;
}

interface TransferRequest {
  deviceIds: string[];
  /** Account whose own and families' devices may be moved. */
  userId?: string | undefined;
  orgId: string | null;
}

/** Moves devices between an account and a family, with their tags. Publishes that the new owners could not have made end. */
export function createDeviceTransferService({ db, live, emit, port, entitlements }: DeviceTransferDeps) {
  /** Lists the accounts that have access to the devices of an owner. */
  const listAccountsOfOwner = (db: Db, owner: DeviceOwner) =>
    owner.org_id === null ? [owner.user_id] : listOrganisationMemberIds(db, owner.org_id);

  /** Returns the account that pays for the devices of the target. NOT_FOUND. */
  const resolveTargetOwner = async (db: Db, userId: string, orgId: string | null): Promise<DeviceOwner> => {
    const ownerId = await findBillingOwner(db, { userId, ...(orgId !== null && { orgId }) });
    if (ownerId === undefined) throw new AppError('NOT_FOUND');
    return { user_id: ownerId, org_id: orgId };
  };

  /** Returns the devices of this account and its families. Devices can only move between accounts and families that belong together. */
  const filterOwnedBy = async <Device extends DeviceOwner>(db: Db, userId: string, devices: Device[]): Promise<Device[]> => {
    const families = await listOrganisationIds(db, userId);
    return devices.filter(({ user_id, org_id }) => (org_id === null ? user_id === userId : families.includes(org_id)));
  };

  const applyTransfer = async (tx: Tx, devices: LockedDevice[], target: DeviceOwner, settingsIds: readonly string[]): Promise<void> => {
    const ids = devices.map(({ id }) => id);
    await updateDeviceOwner(tx, ids, target);
    const people = await listAccountsOfOwner(tx, target);
    const fromIds = [...new Set(devices.map(({ user_id }) => user_id))];
    const changed = settingsIds.filter((id) => ids.includes(id));
    await emit(tx, devicesTransferred, { deviceIds: ids, userIds: people, fromIds, settingsIds: changed });
    await live.send(
      tx,
      capPerRoom(devices.map(({ id, audience }) => deviceStatusNudge({ id, audience: [...new Set([...audience, ...people])] }))),
    );
  };

  return {
    move: (actor: Person, { deviceIds, userId = actor.userId, orgId }: TransferRequest): Promise<DeviceOutcome[]> =>
      db.transaction().execute(async (tx) => {
        // Lock the memberships, because a membership that ends concurrently must not leave publishes that rely on it.
        for (const id of [...new Set([actor.userId, userId])].toSorted()) await lockMemberships(tx, id);
        await authorizeCreate(tx, actor, { userId, ...(orgId !== null && { orgId }) });
        const target = await resolveTargetOwner(tx, userId, orgId);
        const locked = await lockDevicesWithAccounts(tx, actor, deviceIds, [target.user_id]);
        // The family may have been transferred while the accounts were being locked.
        if ((await resolveTargetOwner(tx, userId, orgId)).user_id !== target.user_id) throw new AppError('CHANGED_MEANWHILE');
        const movable = await filterOwnedBy(tx, userId, locked);
        if (movable.length === 0) throw new AppError('NOT_FOUND');
        const limit = await entitlements.getDeviceLimit(tx, { userId: target.user_id });
        const { moving, outcomes } = planTransfer(movable, target, limit);
        const movingIds = moving.map(({ id }) => id);
        const before = await listDevicesWithTagSettings(tx, movingIds);
        const tagged = await transferTags(tx, moving, target, outcomes);
        const after = await listDevicesWithTagSettings(tx, movingIds);
        if (tagged.length > 0) await applyTransfer(tx, tagged, target, [...new Set([...before, ...after])]);
        return presentOutcomes(deviceIds, outcomes);
      }),

    /** Returns what `move` would do now. Missing devices are skipped. */
    async forecast(actor: Person, { deviceIds, userId = actor.userId, orgId }: TransferRequest): Promise<TransferForecast> {
      await authorize(db, actor, 'account.read', [userId]);
      if (orgId !== null && !(await listOrganisationIds(db, userId)).includes(orgId)) throw new AppError('NOT_FOUND');
      const target = await resolveTargetOwner(db, userId, orgId);
      const movable = await filterOwnedBy(db, userId, await listDeviceOwners(db, deviceIds));
      if (movable.length === 0) throw new AppError('NOT_FOUND');
      await authorize(
        db,
        actor,
        'device.read',
        movable.map(({ id }) => id),
      );
      const limit = await entitlements.getDeviceLimit(db, { userId: target.user_id });
      const ids = planTransfer(movable, target, limit).moving.map(({ id }) => id);
      const isElsewhere = movable.some(({ user_id }) => user_id !== target.user_id);
      const ends = ids.length > 0 ? await port(deployments).listEndingPlaylists(db, ids, await listAccountsOfOwner(db, target)) : [];
      return {
        moving: ids.length,
        room: isElsewhere ? getDeviceCapacity(limit) : null,
        hasEnded: isElsewhere && limit.hasEnded,
        ends: ends.slice(0, DEVICE_LIMITS.namedEndings),
        more: Math.max(0, ends.length - DEVICE_LIMITS.namedEndings),
      };
    },
  };
}

export type DeviceTransferService = ReturnType<typeof createDeviceTransferService>;

/** Assigns the new owner's tags with the same names, creating missing ones. Devices whose tags exceed the limit stay where they are; returns the others. */
async function transferTags(
  tx: Tx,
  devices: LockedDevice[],
  target: DeviceOwner,
  outcomes: Map<string, BulkOutcome>,
): Promise<LockedDevice[]> {
  if (devices.length === 0) return [];
  const known = await listTagsByDevice(
    tx,
    devices.map(({ id }) => id),
  );
  const pairs: { deviceId: string; tagId: string }[] = [];
  const able: LockedDevice[] = [];
  // Devices with the same tags are checked once, because most have one of a few combinations.
  const sets = Map.groupBy(devices, ({ id }) => [...(known.get(id)?.keys() ?? [])].join());
  for (const alike of sets.values()) {
    const names = known.get(alike[0]?.id ?? '') ?? new Map<string, string>();
    const tags = names.size > 0 ? await ensureTags(tx, target, [...names.values()], DEVICE_LIMITS.tagsPerOwner) : new Map<string, string>();
    if (tags.size < names.size) {
      for (const { id } of alike) outcomes.set(id, 'tagLimit');
      continue;
    }
    able.push(...alike);
    for (const { id: deviceId } of alike) for (const tagId of tags.values()) pairs.push({ deviceId, tagId });
  }
  await deleteAllDeviceTags(
    tx,
    able.map(({ id }) => id),
  );
  await insertDeviceTags(tx, pairs);
  return able;
}
