import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface RememberedBrowser {
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

/**
 * Common table expressions that insert or update the browser and delete the account's oldest ones beyond `atMost`, if the condition holds. The expression
 * `browser_before` has a row if the account knew the browser before.
 */
export const rememberBrowser = (
  { userId, tokenHash, expiresAt, secondFactorAt }: RememberedBrowser,
  { atMost, now, condition }: { atMost: number; now: Date; condition: RawBuilder<boolean> },
) =>
  sql`browser_before as materialized (
      select from known_browsers where user_id = ${userId} and token_hash = ${tokenHash} and expires_at > ${now}),
    older_browsers as (
      delete from known_browsers where ${condition} and user_id = ${userId} and token_hash in (
        select token_hash from known_browsers where user_id = ${userId} and token_hash <> ${tokenHash}
        order by expires_at desc, token_hash offset ${atMost - 1})),
    remembered_browser as (
      insert into known_browsers as known (user_id, token_hash, expires_at, second_factor_at)
      select ${userId}::uuid, ${tokenHash}::bytea, ${expiresAt}::timestamptz, ${secondFactorAt}::timestamptz where ${condition}
      on conflict (user_id, token_hash) do update set
        expires_at = excluded.expires_at, second_factor_at = coalesce(known.second_factor_at, excluded.second_factor_at))`;

export const upsertKnownBrowser = (tx: Tx, browser: RememberedBrowser, { atMost, now }: { atMost: number; now: Date }) =>
  sql`with ${rememberBrowser(browser, { atMost, now, condition: sql`true` })} select`.execute(tx);

export const deleteKnownBrowsers = (tx: Tx, userId: string) => tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();

/** Codes of an earlier second factor prove nothing for a new one. */
export const forgetSecondFactor = (tx: Tx, userId: string) =>
  tx.updateTable('known_browsers').set({ second_factor_at: null }).where('user_id', '=', userId).execute();

export const deleteExpiredKnownBrowsers = (tx: Tx, now: Date) => tx.deleteFrom('known_browsers').where('expires_at', '<=', now).execute();
