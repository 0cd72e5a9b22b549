import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { findUserPlatform } from './items.read-model.ts';

/** Throws NOT_FOUND for users of the main platform, because the shop belongs to the partner. */
export async function assertCanOrder(db: Db, userId: string): Promise<void> {
  if ((await findUserPlatform(db, userId)) !== 'WV') throw new AppError('NOT_FOUND');
}

/** Throws NOT_FOUND unless the account is a user of the partner, an administrator or support. */
export async function assertCanReadShop(db: Db, { userId, role }: Person): Promise<void> {
  if (role !== 'admin' && role !== 'support') await assertCanOrder(db, userId);
}
