import type { Tx } from '../../platform/database/database.ts';

/** A newer link of the same purpose replaces the older ones. */
export async function replaceEmailLink(
  tx: Tx,
  link: { key: string; lock_hash: Buffer; purpose: 'verify' | 'reset'; user_id: string; expires_at: Date },
): Promise<void> {
  await tx.deleteFrom('email_links').where('user_id', '=', link.user_id).where('purpose', '=', link.purpose).execute();
  await tx.insertInto('email_links').values(link).execute();
}

/** Takes the link out, so that it opens once. */
export const takeEmailLink = (tx: Tx, key: string, purpose: 'verify' | 'reset') =>
  tx
    .deleteFrom('email_links')
    .where('key', '=', key)
    .where('purpose', '=', purpose)
    .returning(['lock_hash', 'user_id', 'expires_at'])
    .executeTakeFirst();
