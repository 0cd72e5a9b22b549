import type { Db, Tx } from '../../platform/database/database.ts';

export type LinkPurpose = 'verify' | 'reset' | 'change';

interface NewLink {
  key: string;
  lock_hash: Buffer;
  purpose: LinkPurpose;
  user_id: string;
  new_email: string | null;
  asked_by: Buffer | null;
  expires_at: Date;
}

const columns = ['lock_hash', 'user_id', 'purpose', 'new_email', 'asked_by', 'expires_at'] as const;

/** A newer link of the same purpose replaces the older ones. */
export async function replaceEmailLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.deleteFrom('email_links').where('user_id', '=', link.user_id).where('purpose', '=', link.purpose).execute();
  await tx.insertInto('email_links').values(link).execute();
}

export const findEmailLink = (db: Db, key: string, purposes: LinkPurpose[]) =>
  db.selectFrom('email_links').select(columns).where('key', '=', key).where('purpose', 'in', purposes).executeTakeFirst();

export const deleteEmailLinks = (tx: Tx, userId: string) => tx.deleteFrom('email_links').where('user_id', '=', userId).execute();

/** Takes the link out, so that it opens once. */
export const consumeEmailLink = (tx: Tx, key: string, purposes: LinkPurpose[]) =>
  tx.deleteFrom('email_links').where('key', '=', key).where('purpose', 'in', purposes).returning(columns).executeTakeFirst();
