import type { DeviceLimit, ErrorCode } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../define-module.ts';
import type { OwnerScope } from '../organisations/index.ts';
import { holdings } from './entitlements.ports.ts';
import { findGrantee } from './entitlements.read-model.ts';
import {
  type Allowances,
  allowancesOf,
  allowancesOfOrganisation,
  type Countable,
  type Entitlements,
  entitlementsOf,
  type GrantSource,
  storageOf,
} from './entitlements.rules.ts';
import { deleteGrant, type NewGrant, upsertGrant } from './entitlements.store.ts';
import { lockOrganisation, lockUsage } from './storage-usage.store.ts';

const REFUSALS: Record<Countable, ErrorCode> = {
  devices: 'DEVICE_LIMIT',
  albums: 'ALBUM_LIMIT',
  playlists: 'PLAYLIST_LIMIT',
  sharingGroups: 'SHARING_LIMIT',
};

/** What somebody may have, and has. Whoever adds asks here, and holds the owner until the transaction ends: two who add at once come one after the other. */
export function createEntitlements({ clock, ports }: Pick<Platform, 'clock' | 'ports'>) {
  const count = async (db: Db, owner: OwnerScope, kind: Countable): Promise<number> => {
    let sum = 0;
    for (const provided of ports(holdings)) sum += (await provided[kind]?.(db, owner)) ?? 0;
    return sum;
  };

  const find = async (db: Db, userId: string): Promise<Entitlements | null> => {
    const grantee = await findGrantee(db, { userId });
    return grantee ? entitlementsOf(grantee, clock.now()) : null;
  };

  const findAllowances = async (db: Db, owner: OwnerScope): Promise<Allowances> => {
    const read = owner.orgId === undefined ? allowancesOf : allowancesOfOrganisation;
    return read(await findGrantee(db, owner), clock.now());
  };

  const hold = async (tx: Tx, { userId, orgId }: OwnerScope): Promise<void> => {
    if (orgId === undefined) await lockUsage(tx, userId);
    else await lockOrganisation(tx, orgId);
  };

  return {
    find,
    count,

    /** Source: specification 2 §5, device limit. */
    async deviceLimitOf(db: Db, owner: OwnerScope): Promise<DeviceLimit> {
      const { devices, hasEnded } = await findAllowances(db, owner);
      return { used: await count(db, owner, 'devices'), allowed: devices, hasEnded };
    },

    /** Bytes that the account may store. */
    storageQuotaOf: async (db: Db, userId: string): Promise<number> => storageOf(await find(db, userId)),

    /** For whoever locks albums before it is known that something is added: owners are locked before them. */
    hold,

    /** Whether one more may be added; the owner is held. PLAN_ENDED, or the limit's own refusal. */
    async assertQuota(tx: Tx, owner: OwnerScope, kind: Countable): Promise<void> {
      await hold(tx, owner);
      const allowances = await findAllowances(tx, owner);
      if (allowances.hasEnded) throw new AppError('PLAN_ENDED');
      const allowed = allowances[kind];
      if (allowed !== null && (await count(tx, owner, kind)) >= allowed) throw new AppError(REFUSALS[kind]);
    },

    /**
     * Whether the account may store so many bytes in all. Its usage is locked by the caller, and what its running uploads were promised counted.
     * What goes into an organisation's album asks whether the organisation's plan runs. PLAN_ENDED, QUOTA_EXCEEDED.
     */
    async assertStorageQuota(tx: Tx, { userId, orgId }: OwnerScope, totalBytes: number): Promise<void> {
      const own = await find(tx, userId);
      const hasEnded = orgId === undefined ? own?.hasEnded : (await findAllowances(tx, { userId, orgId })).hasEnded;
      if (hasEnded) throw new AppError('PLAN_ENDED');
      if (totalBytes > storageOf(own)) throw new AppError('QUOTA_EXCEEDED');
    },

    /** In place of what the same source granted before. Billing alone decides what anybody is granted. */
    grant: async (tx: Tx, grant: NewGrant): Promise<void> => void (await upsertGrant(tx, grant)),

    withdraw: async (tx: Tx, userId: string, source: GrantSource): Promise<void> => void (await deleteGrant(tx, userId, source)),
  };
}

export type EntitlementsService = ReturnType<typeof createEntitlements>;
