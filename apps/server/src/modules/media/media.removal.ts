import type { Tx } from '../../platform/database/database.ts';
import { holdAccounts } from '../entitlements/index.ts';
import { listOriginalIds } from '../files/index.ts';
import { deleteBinnedOfAccount } from './bin.store.ts';
import type { MediaDeps } from './media.deps.ts';
import { deleteMediaOfAccount, listGuests } from './media.store.ts';

/** The account goes: it is held, with all who brought something to its albums, before these are. */
export const holdWithGuests = async (tx: Tx, userId: string): Promise<void> =>
  holdAccounts(tx, [userId, ...(await listGuests(tx, userId))]);

/** The account goes, and with it all media of what it brought, also out of others' albums and bins. */
export async function removeOfAccount(tx: Tx, { albums }: Pick<MediaDeps, 'albums'>, userId: string): Promise<void> {
  const fileIds = await listOriginalIds(tx, userId);
  await deleteBinnedOfAccount(tx, fileIds);
  for (const albumId of await deleteMediaOfAccount(tx, userId, fileIds)) await albums.contentChanged(tx, albumId);
}
