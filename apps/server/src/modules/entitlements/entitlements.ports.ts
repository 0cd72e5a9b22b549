import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';
import type { Countable } from './entitlements.rules.ts';

/** How many of each kind an account has, told by whoever keeps them. What belongs to an organisation is its owner's. */
export type Holdings = Partial<Record<Countable, (db: Db, ownerId: string) => Promise<number>>>;

export const holdings = definePort<Holdings>('holdings');
