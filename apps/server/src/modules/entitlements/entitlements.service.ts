import { type DeviceLimit, isAtDeviceLimit } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../define-module.ts';
import type { OwnerScope } from '../organisations/index.ts';
import { type Countable, holdings } from './entitlements.ports.ts';
import { findGrant } from './entitlements.read-model.ts';
import { devicesOfOrganisation, type Entitlements, entitlementsOf, storageOf } from './entitlements.rules.ts';
import { lockOrganisation, lockUsage } from './storage-usage.store.ts';

/** What somebody may have, and has. Whoever adds asks here, and holds the owner until the transaction ends: two who add at once come one after the other. */
export function createEntitlements({ clock, ports }: Pick<Platform, 'clock' | 'ports'>) {
  const count = async (db: Db, owner: OwnerScope, kind: Countable): Promise<number> => {
    let sum = 0;
    for (const provided of ports(holdings)) sum += (await provided[kind]?.(db, owner)) ?? 0;
    return sum;
  };

  const find = async (db: Db, userId: string): Promise<Entitlements | null> => {
    const grant = await findGrant(db, { userId });
    return grant ? entitlementsOf(grant, clock.now()) : null;
  };

  /** Source: specification 2 §5, device limit. */
  const deviceLimitOf = async (db: Db, owner: OwnerScope): Promise<DeviceLimit> => {
    const used = await count(db, owner, 'devices');
    if (owner.orgId !== undefined) return { used, ...devicesOfOrganisation(await findGrant(db, owner), clock.now()) };
    const own = await find(db, owner.userId);
    return { used, allowed: own?.devices ?? 0, hasEnded: own?.hasEnded ?? false };
  };

  return {
    find,
    count,
    deviceLimitOf,
    /** Bytes that the account may store. */
    storageQuotaOf: async (db: Db, userId: string): Promise<number> => storageOf(await find(db, userId)),

    /** PLAN_ENDED, DEVICE_LIMIT. */
    async assertDeviceQuota(tx: Tx, owner: OwnerScope): Promise<void> {
      if (owner.orgId === undefined) await lockUsage(tx, owner.userId);
      else await lockOrganisation(tx, owner.orgId);
      const limit = await deviceLimitOf(tx, owner);
      if (limit.hasEnded) throw new AppError('PLAN_ENDED');
      if (isAtDeviceLimit(limit)) throw new AppError('DEVICE_LIMIT');
    },

    /** Whether the account may store so many bytes in all. Its usage is locked by the caller, and what its running uploads were promised counted. QUOTA_EXCEEDED. */
    async assertStorageQuota(tx: Tx, userId: string, totalBytes: number): Promise<void> {
      if (totalBytes > storageOf(await find(tx, userId))) throw new AppError('QUOTA_EXCEEDED');
    },
  };
}

export type EntitlementsService = ReturnType<typeof createEntitlements>;
