import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

interface KnownBrowser {
  userId: string;
  tokenHash: Buffer;
  expiresAt: Date;
}

export const findKnownBrowser = (db: Db, email: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('users.id')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .where('known_browsers.token_hash', '=', tokenHash)
    .where('known_browsers.expires_at', '>', now)
    .executeTakeFirst();

/** Inserts or updates the browser, and deletes the account's oldest ones beyond `atMost`. */
export const upsertKnownBrowser = (tx: Tx, { userId, tokenHash, expiresAt }: KnownBrowser, atMost: number) =>
  sql`with older as (
      delete from known_browsers where user_id = ${userId} and token_hash in (
        select token_hash from known_browsers where user_id = ${userId} and token_hash <> ${tokenHash}
        order by expires_at desc, token_hash offset ${atMost - 1}))
    insert into known_browsers (user_id, token_hash, expires_at) values (${userId}, ${tokenHash}, ${expiresAt})
    on conflict (user_id, token_hash) do update set expires_at = excluded.expires_at`.execute(tx);

export const deleteKnownBrowsers = (tx: Tx, userId: string) => tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();

export const deleteExpiredKnownBrowsers = (tx: Tx, now: Date) => tx.deleteFrom('known_browsers').where('expires_at', '<=', now).execute();
