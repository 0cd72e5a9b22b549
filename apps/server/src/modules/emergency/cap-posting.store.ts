import type { Db, Tx } from '../../platform/database/database.ts';
import type { EmergencyOwner } from './emergency-screens.read-model.ts';

/** Returns the keys with which posted alerts of a family or an account must be signed; null when signatures are not required. */
export async function findPostingKeys(db: Db, scopeId: string): Promise<string | null> {
  const row = await db.selectFrom('emergency_cap_posting').select('trusted_keys').where('scope_id', '=', scopeId).executeTakeFirst();
  return row?.trusted_keys ?? null;
}

export async function updatePostingKeys(tx: Tx, { user_id, org_id }: EmergencyOwner, trustedKeys: string | null): Promise<void> {
  const scopeId = org_id ?? user_id;
  if (trustedKeys === null) {
    await tx.deleteFrom('emergency_cap_posting').where('scope_id', '=', scopeId).execute();
    return;
  }
  await tx
    .insertInto('emergency_cap_posting')
    .values({ scope_id: scopeId, user_id, org_id, trusted_keys: trustedKeys })
    .onConflict((conflict) => conflict.column('scope_id').doUpdateSet({ trusted_keys: trustedKeys }))
    .execute();
}
