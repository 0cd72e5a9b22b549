import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';
import type { CountedResource } from './entitlements.rules.ts';

/** Counts of each kind for an account, implemented by the modules that own the objects. Objects of an organisation count for its owner. */
export type UsageCounters = Partial<Record<CountedResource, (db: Db, ownerId: string) => Promise<number>>>;

export const usageCounters = definePort<UsageCounters>('holdings');
