import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type AttemptRow, countAttempts } from '../../platform/limits/attempt-counts.store.ts';
import { insertNonce, type SealNonce } from '../accounts/index.ts';
import type { AccountForSignIn } from './sessions.store.ts';

interface NewPasswordAttempt {
  email: string;
  /** Hash of the browser's cookie; null without one. */
  browserHash: Buffer | null;
  nonce: SealNonce | null;
  /** Limits of a browser that the account knows, and of others. */
  limits: Record<'knownBrowser' | 'others', AttemptRow[]>;
  now: Date;
}

interface BegunAttempt {
  /** False when a limit is reached. Then nothing was counted and the nonce can still be used. */
  isCounted: boolean;
  isNonceUsed: boolean;
  isKnownBrowser: boolean;
  isTrustedBrowser: boolean;
  account: AccountForSignIn | undefined;
}

type AttemptColumns = { [Column in keyof AccountForSignIn]: AccountForSignIn[Column] | null } & Omit<BegunAttempt, 'account'>;

/**
 * Counts an attempt to enter a password, uses up the nonce of the sealed password and returns the account. One statement, because sign-ins would otherwise
 * delay the requests of others.
 */
export async function beginPasswordAttempt(tx: Tx, { email, browserHash, nonce, limits, now }: NewPasswordAttempt): Promise<BegunAttempt> {
  const { rows } = await sql<AttemptColumns>`
    with account as materialized (
      select users.id, password_hash, disabled_at, verified_at, second_factors.confirmed_at as second_factor_since
      from users left join second_factors on second_factors.user_id = users.id where lower(email) = ${email.toLowerCase()}),
    browser as materialized (
      select second_factor_at is not null as is_trusted from known_browsers join account on account.id = known_browsers.user_id
      where token_hash = ${browserHash}::bytea and expires_at > ${now}),
    attempt as materialized (
      select case when exists (select from browser) then ${countAttempts(limits.knownBrowser, now)}
        else ${countAttempts(limits.others, now)} end as is_counted),
    nonce as (${insertNonce(nonce, sql`(select is_counted from attempt)`)})
    select is_counted as "isCounted", ${nonce !== null}::boolean and not exists (select from nonce) as "isNonceUsed",
      is_trusted is not null as "isKnownBrowser", coalesce(is_trusted, false) as "isTrustedBrowser", account.*
    from attempt left join browser on true left join account on true`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The statement returned no attempt');
  const { isCounted, isNonceUsed, isKnownBrowser, isTrustedBrowser, ...account } = row;
  return {
    isCounted,
    isNonceUsed,
    isKnownBrowser,
    isTrustedBrowser,
    account: account.id === null ? undefined : (account as AccountForSignIn),
  };
}
