import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';
import type { CountedResource } from './entitlements.rules.ts';

/** How many of each kind an account has, told by whoever keeps them. What belongs to an organisation is its owner's. */
export type UsageCounters = Partial<Record<CountedResource, (db: Db, ownerId: string) => Promise<number>>>;

export const usageCounters = definePort<UsageCounters>('holdings');
