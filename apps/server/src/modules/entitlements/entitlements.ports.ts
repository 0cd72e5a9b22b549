import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';
import type { OwnerScope } from '../organisations/index.ts';
import type { Countable } from './entitlements.rules.ts';

/** How many of each kind somebody has, told by whoever keeps them. What belongs to an organisation counts there alone. */
export type Holdings = Partial<Record<Countable, (db: Db, owner: OwnerScope) => Promise<number>>>;

export const holdings = definePort<Holdings>('holdings');
