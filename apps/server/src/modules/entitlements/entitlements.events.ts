import type { StorageDetails } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';
import type { CountedResource } from './entitlements.rules.ts';

/** Counts of each kind for an account, implemented by the modules that own the objects. Objects of an organisation count for its owner. */
export type UsageCounters = Partial<Record<CountedResource, (db: Db, ownerId: string) => Promise<number>>>;

export const usageCounters = definePort<UsageCounters>('holdings');

/** Objects that a storage overview counts: those of the payer with the family that it owns, or those of one family. */
export interface StorageScope {
  payerId: string;
  /** Null for all objects that the payer owns. */
  orgId: string | null;
}

/** Counts and bytes of the objects that one module owns. */
export type StorageBreakdown = Partial<Omit<StorageDetails, 'totalStorage' | 'quotaBytes'>>;

/** Counts stored objects by kind, for the overview of an account's storage. */
export const storageBreakdown = definePort<(db: Db, scope: StorageScope) => Promise<StorageBreakdown>>('storage breakdown');
