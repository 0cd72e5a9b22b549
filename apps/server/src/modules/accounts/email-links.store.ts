import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export type EmailLinkPurpose = 'verify' | 'reset' | 'change';

interface NewEmailLink {
  key: string;
  lock_hash: Buffer;
  purpose: EmailLinkPurpose;
  user_id: string;
  new_email: string | null;
  asked_by: Buffer | null;
  expires_at: Date;
}

const columns = ['lock_hash', 'user_id', 'purpose', 'new_email', 'asked_by', 'expires_at', 'used_at'] as const;

/**
 * Number of links for one purpose that are valid at the same time. Anyone may request an email to an address, so a newer link must not invalidate the one
 * that the owner is about to open. The limit on emails allows five in fifteen minutes.
 */
const VALID_AT_ONCE = 10;

/** Inserts a link. A newer link to change the address replaces the older one; of other links, the newest ten stay valid. */
export async function insertEmailLink(tx: Tx, link: NewEmailLink): Promise<void> {
  const kept = link.purpose === 'change' ? 0 : VALID_AT_ONCE - 1;
  await sql`delete from email_links where key in (
    select key from email_links where user_id = ${link.user_id} and purpose = ${link.purpose} order by expires_at desc, key offset ${kept})`.execute(
    tx,
  );
  await tx.insertInto('email_links').values(link).execute();
}

export const findEmailLink = (db: Db, key: string, purposes: EmailLinkPurpose[]) =>
  db.selectFrom('email_links').select(columns).where('key', '=', key).where('purpose', 'in', purposes).executeTakeFirst();

export const deleteEmailLinks = (tx: Tx, userId: string) => tx.deleteFrom('email_links').where('user_id', '=', userId).execute();

/**
 * Returns the link and uses it up, together with the account's other links of the same purpose. Verification links are only marked, so that opening one
 * again, or an older one, can be answered with the verified address.
 */
export async function consumeEmailLink(tx: Tx, key: string, purposes: EmailLinkPurpose[], now: Date) {
  const found = await findEmailLink(tx, key, purposes);
  if (!found) return undefined;
  const isSamePurpose = sql<boolean>`user_id = ${found.user_id} and purpose = ${found.purpose}`;
  // Lock in the order of the keys, because several links of the account may be opened at the same time.
  const links = await tx
    .selectFrom('email_links')
    .select(['key', ...columns])
    .where(isSamePurpose)
    .orderBy('key')
    .forUpdate()
    .execute();
  if (found.purpose === 'verify')
    await tx.updateTable('email_links').set({ used_at: now }).where(isSamePurpose).where('used_at', 'is', null).execute();
  else await tx.deleteFrom('email_links').where(isSamePurpose).execute();
  return links.find((link) => link.key === key);
}

/** Deletes expired links, and the nonces of sealed passwords that have expired. */
export async function deleteExpiredLinksAndNonces(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('email_links').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('used_nonces').where('expires_at', '<=', now).execute();
}
