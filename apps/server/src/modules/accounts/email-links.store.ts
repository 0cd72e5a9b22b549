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

const columns = ['lock_hash', 'user_id', 'purpose', 'new_email', 'asked_by', 'expires_at'] as const;

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

/** Deletes the link and returns it, so that it opens once. The account's other links of the same purpose end with it. */
export async function consumeEmailLink(tx: Tx, key: string, purposes: EmailLinkPurpose[]) {
  const link = await tx
    .deleteFrom('email_links')
    .where('key', '=', key)
    .where('purpose', 'in', purposes)
    .returning(columns)
    .executeTakeFirst();
  if (link) await tx.deleteFrom('email_links').where('user_id', '=', link.user_id).where('purpose', '=', link.purpose).execute();
  return link;
}

/** Deletes expired links, and the nonces of sealed passwords that have expired. */
export async function deleteExpiredLinksAndNonces(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('email_links').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('used_nonces').where('expires_at', '<=', now).execute();
}
