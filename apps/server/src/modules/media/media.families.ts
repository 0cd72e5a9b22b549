import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { lockOfOrganisation } from '../albums/index.ts';
import { addUsage, handOverReservations, holdAccounts } from '../entitlements/index.ts';
import { changeOwner } from '../files/index.ts';
import { deleteContributions, insertSearchKey } from './media.store.ts';

/** The family is another's: so are the files that members brought to it, and what they take of the storage. What guests brought stays theirs. */
export async function handOverMedia(tx: Tx, { orgId, fromId, toId }: { orgId: string; fromId: string; toId: string }): Promise<void> {
  await holdAccounts(tx, [fromId, toId]);
  const albumIds = await lockOfOrganisation(tx, orgId);
  const shown = sql`select file_id from media where album_id = any(${albumIds}::uuid[])
    union select file_id from binned_media where album_id = any(${albumIds}::uuid[])`;
  // A family of a million photos is worth the wait.
  await sql`set local statement_timeout = 0`.execute(tx);
  const bytes = await changeOwner(tx, shown, { fromId, toId });
  await addUsage(tx, fromId, -bytes);
  await addUsage(tx, toId, bytes);
  await deleteContributions(tx, albumIds, toId);
  await handOverReservations(tx, albumIds, { fromId, toId });
}

/** The family is no more: its media are found as its owner's. Nobody makes or adds anything in its name meanwhile. */
export async function keepForOwner(tx: Tx, { orgId, ownerId }: { orgId: string; ownerId: string }): Promise<void> {
  await holdAccounts(tx, [ownerId]);
  await lockOfOrganisation(tx, orgId);
  await insertSearchKey(tx, orgId, ownerId);
}
