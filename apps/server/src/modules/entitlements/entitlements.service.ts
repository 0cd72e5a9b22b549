import type { DeviceAllowance, DeviceLimit, ErrorCode } from '@vitrine/contract';
import { type Db, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../define-module.ts';
import { type FamilyPlan, findBillingOwner, type OwnerScope } from '../organisations/index.ts';
import { usageCounters } from './entitlements.events.ts';
import { findGrantee, listGrantees } from './entitlements.read-model.ts';
import {
  type CountedResource,
  type Entitlements,
  type Grantee,
  type GrantSource,
  getAllowances,
  getEntitlements,
  getFamilyPlan,
  getPlanDevices,
  getStorageQuota,
  limitExtraDevices,
  type ResourceLimits,
} from './entitlements.rules.ts';
import { deleteEntitlement, type NewGrant, updateExtraDevices, upsertEntitlement } from './entitlements.store.ts';
import { lockStorageUsage, shareStorageUsage } from './storage-usage.store.ts';

const LIMIT_ERROR_BY_RESOURCE: Record<CountedResource, ErrorCode> = {
  devices: 'DEVICE_LIMIT',
  albums: 'ALBUM_LIMIT',
  playlists: 'PLAYLIST_LIMIT',
  sharingGroups: 'SHARING_LIMIT',
};

/** States how many devices the account has, how many it may have, and what to do. */
function getInUseMessage(used: number, allowed: number): string {
  const excess = used - allowed;
  return `You have ${used} ${used === 1 ? 'device' : 'devices'}, and this number of extra screens allows ${allowed}. Delete ${excess} ${excess === 1 ? 'device' : 'devices'} first.`;
}

/**
 * Limits and usage of an account. Modules that add objects check here and lock the owner until the transaction ends, so that concurrent additions run one
 * after the other.
 */
export function createEntitlementsService({ clock, ports }: Pick<Platform, 'clock' | 'ports'>) {
  const count = async (db: Db, ownerId: string, kind: CountedResource): Promise<number> => {
    let sum = 0;
    for (const provided of ports(usageCounters)) sum += (await provided[kind]?.(db, ownerId)) ?? 0;
    return sum;
  };

  const find = async (db: Db, userId: string): Promise<Entitlements | null> => {
    const grantee = await findGrantee(db, userId);
    return grantee ? getEntitlements(grantee, clock.now()) : null;
  };

  /** Returns the bytes that an account may store in total when it adds some. PLAN_ENDED. */
  const findStorageLimit = async (db: Db, ownerId: string): Promise<number> => {
    const own = await find(db, ownerId);
    if (own?.hasEnded) throw new AppError('PLAN_ENDED');
    return getStorageQuota(own);
  };

  const findAllowances = async (db: Db, ownerId: string): Promise<ResourceLimits> =>
    getAllowances(await findGrantee(db, ownerId), clock.now());

  const assertExtraDevicesUnused = async (reader: Db, userId: string, extraDevices: number): Promise<void> => {
    const grantee = await findGrantee(reader, userId);
    if (!grantee) throw new AppError('NOT_FOUND');
    const { devices: before } = getAllowances(grantee, clock.now());
    const { devices: after } = getAllowances(limitExtraDevices(grantee, extraDevices), clock.now());
    const used = await count(reader, userId, 'devices');
    if (used > after && after < before) throw new AppError('EXTRA_SCREENS_IN_USE', getInUseMessage(used, after));
  };

  return {
    find,
    count,

    /** Entitlements of many accounts by id; null for accounts without limits. */
    async listByUser(db: Db, userIds: readonly string[]): Promise<Map<string, Entitlements | null>> {
      const grantees = userIds.length > 0 ? await listGrantees(db, userIds) : new Map<string, Grantee>();
      return new Map([...grantees].map(([id, grantee]) => [id, getEntitlements(grantee, clock.now())]));
    },

    /** Source: specification 2 §5, device limit. */
    async getDeviceLimit(db: Db, scope: OwnerScope): Promise<DeviceLimit> {
      const ownerId = await findBillingOwner(db, scope);
      if (ownerId === undefined) throw new AppError('NOT_FOUND');
      const { devices, hasEnded } = await findAllowances(db, ownerId);
      return { used: await count(db, ownerId, 'devices'), allowed: devices, hasEnded };
    },

    /** Devices of an account, as administrators see them. NOT_FOUND. */
    async getDeviceAllowance(db: Db, userId: string): Promise<DeviceAllowance> {
      const grantee = await findGrantee(db, userId);
      if (!grantee) throw new AppError('NOT_FOUND');
      const { included, extra } = getPlanDevices(grantee, clock.now());
      return { used: await count(db, userId, 'devices'), included, extra, allowance: grantee.deviceAllowance };
    },

    /** Throws when the account would have more devices than allowed with fewer extra screens. EXTRA_SCREENS_IN_USE, NOT_FOUND. */
    assertExtraDevicesUnused,

    /** Lowers the extra screens of a locked account, so that no device can use the removed ones. EXTRA_SCREENS_IN_USE, NOT_FOUND. */
    async lowerExtraDevices(tx: Tx, userId: string, extraDevices: number): Promise<void> {
      await assertExtraDevicesUnused(tx, userId, extraDevices);
      await updateExtraDevices(tx, userId, extraDevices);
    },

    /** Bytes that the account may store. */
    getStorageQuota: async (db: Db, userId: string): Promise<number> => getStorageQuota(await find(db, userId)),

    /** Family plans by account id. */
    async listFamilyPlans(db: Db, userIds: readonly string[]): Promise<Map<string, FamilyPlan>> {
      const grantees = userIds.length > 0 ? await listGrantees(db, userIds) : new Map<string, never>();
      return new Map(userIds.map((id) => [id, getFamilyPlan(grantees.get(id), clock.now())]));
    },

    /** When what these accounts may have ends, by user id; null for who has no plan. */
    async listEndDates(db: Db, userIds: readonly string[]): Promise<Map<string, Date | null>> {
      const grantees = userIds.length > 0 ? await listGrantees(db, userIds) : new Map<string, never>();
      return new Map([...grantees].map(([id, grantee]) => [id, getEntitlements(grantee, clock.now())?.endsAt ?? null]));
    },

    tryHold: tryLockOwner,
    tryShare: tryShareOwner,

    /** As `tryHold`. NOT_FOUND. */
    async lockOwner(tx: Tx, scope: OwnerScope): Promise<LockedOwner> {
      const held = await tryLockOwner(tx, scope);
      if (!held) throw new AppError('NOT_FOUND');
      return held;
    },

    /** Asserts that a locked account may add one more of this kind. PLAN_ENDED, or the error of the limit. */
    async assertQuota(tx: Tx, ownerId: string, kind: CountedResource): Promise<void> {
      const allowances = await findAllowances(tx, ownerId);
      if (allowances.hasEnded) throw new AppError('PLAN_ENDED');
      const allowed = allowances[kind];
      if (allowed !== null && (await count(tx, ownerId, kind)) >= allowed) throw new AppError(LIMIT_ERROR_BY_RESOURCE[kind]);
    },

    findStorageLimit,

    /**
     * Throws when the account may not store this many bytes in total. The caller has locked the account, and reservations are included. PLAN_ENDED,
     * QUOTA_EXCEEDED.
     */
    async assertStorageQuota(tx: Tx, ownerId: string, totalBytes: number): Promise<void> {
      if (totalBytes > (await findStorageLimit(tx, ownerId))) throw new AppError('QUOTA_EXCEEDED');
    },

    /** Replaces the grant of the same source. Only subscriptions decide about grants. */
    grant: async (tx: Tx, grant: NewGrant): Promise<void> => void (await upsertEntitlement(tx, grant)),

    revoke: async (tx: Tx, userId: string, source: GrantSource): Promise<void> => void (await deleteEntitlement(tx, userId, source)),
  };
}

export type EntitlementsService = ReturnType<typeof createEntitlementsService>;

export interface LockedOwner {
  ownerId: string;
  usedBytes: number;
}

/**
 * Locks the account that objects count against until the transaction ends, and returns it with its usage. For an organisation this is its current owner;
 * undefined when the organisation does not exist. Accounts are locked before albums.
 */
async function tryLockOwner(tx: Tx, scope: OwnerScope): Promise<LockedOwner | undefined> {
  const locked = await lockCurrentOwner(tx, scope, lockStorageUsage);
  return locked && { ownerId: locked.ownerId, usedBytes: locked.result };
}

/** As `tryHold`, together with other uploads, and without the usage. The transaction must not lock the account otherwise. */
async function tryShareOwner(tx: Tx, scope: OwnerScope): Promise<string | undefined> {
  return (await lockCurrentOwner(tx, scope, shareStorageUsage))?.ownerId;
}

async function lockCurrentOwner<T>(
  tx: Tx,
  scope: OwnerScope,
  lock: (tx: Tx, ownerId: string) => Promise<T>,
): Promise<{ ownerId: string; result: T } | undefined> {
  for (let locked: string | undefined; ; ) {
    const ownerId = await findBillingOwner(tx, scope);
    if (ownerId === undefined) return undefined;
    const result = await lock(tx, ownerId).catch(throwAccountDeleted);
    // The organisation may have been handed over during the wait.
    if (ownerId === locked || scope.orgId === undefined) return { ownerId, result };
    locked = ownerId;
  }
}

/** Locks these accounts until the transaction ends, each once and in the order of their ids. NOT_FOUND when one does not exist. */
export async function lockAccounts(tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const userId of [...new Set(userIds)].toSorted()) await lockStorageUsage(tx, userId).catch(throwAccountDeleted);
}

/** The account was deleted while it was waited for. */
function throwAccountDeleted(cause: unknown): never {
  throw isDatabaseError(cause, '23503') ? new AppError('NOT_FOUND', undefined, { cause }) : cause;
}
