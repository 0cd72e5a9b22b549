import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

interface KnownBrowser {
  userId: string;
  tokenHash: Buffer;
  expiresAt: Date;
  /** When a code of the second factor was given in this browser; null keeps what is known. */
  secondFactorAt: Date | null;
}

export const findKnownBrowser = (db: Db, email: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('known_browsers.second_factor_at')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .where('known_browsers.token_hash', '=', tokenHash)
    .where('known_browsers.expires_at', '>', now)
    .executeTakeFirst();

/** Inserts or updates the browser, and deletes the account's oldest ones beyond `atMost`. */
export const upsertKnownBrowser = (tx: Tx, { userId, tokenHash, expiresAt, secondFactorAt }: KnownBrowser, atMost: number) =>
  sql`with older as (
      delete from known_browsers where user_id = ${userId} and token_hash in (
        select token_hash from known_browsers where user_id = ${userId} and token_hash <> ${tokenHash}
        order by expires_at desc, token_hash offset ${atMost - 1}))
    insert into known_browsers as known (user_id, token_hash, expires_at, second_factor_at)
    values (${userId}, ${tokenHash}, ${expiresAt}, ${secondFactorAt}::timestamptz)
    on conflict (user_id, token_hash) do update set
      expires_at = excluded.expires_at, second_factor_at = coalesce(known.second_factor_at, excluded.second_factor_at)`.execute(tx);

export const deleteKnownBrowsers = (tx: Tx, userId: string) => tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();

/** Codes of an earlier second factor prove nothing for a new one. */
export const forgetSecondFactor = (tx: Tx, userId: string) =>
  tx.updateTable('known_browsers').set({ second_factor_at: null }).where('user_id', '=', userId).execute();

export const deleteExpiredKnownBrowsers = (tx: Tx, now: Date) => tx.deleteFrom('known_browsers').where('expires_at', '<=', now).execute();
