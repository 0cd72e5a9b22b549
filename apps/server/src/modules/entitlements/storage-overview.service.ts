import type { StorageDetails } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { authorizeList, findBillingOwner, type OwnerScope } from '../organisations/index.ts';
import { type StorageBreakdown, storageBreakdown } from './entitlements.events.ts';
import type { EntitlementsService } from './entitlements.service.ts';
import { findStorageUsage } from './storage-usage.store.ts';

interface StorageOverviewDeps extends Pick<Platform, 'db' | 'ports'> {
  entitlements: Pick<EntitlementsService, 'getStorageQuota'>;
}

const NOTHING_STORED: Required<StorageBreakdown> = {
  binStorage: 0,
  shareAlbumStorage: 0,
  shareAlbumCount: 0,
  totalAlbumStorage: 0,
  totalImageStorage: 0,
  totalVideoStorage: 0,
  totalOtherStorage: 0,
  imageCount: 0,
  videoCount: 0,
  otherCount: 0,
  documentCount: 0,
  totalAlbumCount: 0,
  totalPlaylistStorage: 0,
  playlistCount: 0,
};

export function createStorageOverview({ db, ports, entitlements }: StorageOverviewDeps) {
  return {
    /**
     * Returns what an account has stored together with the family it owns. For a member, returns what the family stores and the total usage of its owner.
     * NOT_FOUND.
     */
    async getStorageDetails(actor: Person, scope: OwnerScope): Promise<StorageDetails> {
      await authorizeList(db, actor, scope);
      const payerId = await findBillingOwner(db, scope);
      if (payerId === undefined) throw new AppError('NOT_FOUND');
      const counted = { payerId, orgId: payerId === scope.userId ? null : (scope.orgId ?? null) };
      // One snapshot, so that the parts agree with the total.
      return db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          const parts = { ...NOTHING_STORED };
          for (const readPart of ports(storageBreakdown)) Object.assign(parts, await readPart(tx, counted));
          return {
            ...parts,
            totalStorage: await findStorageUsage(tx, payerId),
            quotaBytes: await entitlements.getStorageQuota(tx, payerId),
          };
        });
    },
  };
}

export type StorageOverview = ReturnType<typeof createStorageOverview>;
