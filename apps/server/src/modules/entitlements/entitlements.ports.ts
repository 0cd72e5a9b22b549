import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';
import type { OwnerScope } from '../organisations/index.ts';

/** What a plan limits by number. Storage is counted in bytes, and by `storage-usage.store.ts`. */
export type Countable = 'devices' | 'albums' | 'playlists';

/** How many of each kind somebody has, told by whoever keeps them. What belongs to an organisation counts there. */
export type Holdings = Partial<Record<Countable, (db: Db, owner: OwnerScope) => Promise<number>>>;

export const holdings = definePort<Holdings>('holdings');
