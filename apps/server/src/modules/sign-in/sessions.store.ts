import type { SignInMethod } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { CountedAttempt } from '../../platform/limits/attempt-limits.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { type RememberedBrowser, rememberBrowser } from './known-browsers.store.ts';
import { newBrowserNoticeJob } from './new-browser-notices.jobs.ts';
import { recordSignIn } from './sign-in-events.store.ts';

/** Finds the account of an address with what decides whether it may sign in. */
export const findAccountForSignIn = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'password_hash', 'disabled_at', 'verified_at', 'second_factors.confirmed_at as second_factor_since'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

export type AccountForSignIn = NonNullable<Awaited<ReturnType<typeof findAccountForSignIn>>>;

/** Finds an account that signs in without a password. */
export const findAccountById = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'disabled_at', 'verified_at', 'second_factors.confirmed_at as second_factor_since'])
    .where('users.id', '=', id)
    .executeTakeFirst();

export interface NewSession {
  token_hash: Buffer;
  user_id: string;
  user_agent: string;
  address: string;
  created_at: Date;
  expires_at: Date;
  /** Null when no code of the second factor was given. */
  stepped_up_at: Date | null;
}

/** Data that is stored in the same statement as a new session. */
interface SignInRecord {
  method: SignInMethod;
  browser: RememberedBrowser;
  maxBrowsers: number;
  /** Attempt of a password whose count is taken back. */
  attempt: CountedAttempt | null;
}

/** Proof of a sign-in: the password of this hash (null: a passkey instead), and whether a second factor was given, now or before. */
export interface SignInProof {
  passwordHash: string | null;
  hasSecondFactor: boolean;
}

/**
 * Inserts a session if the account still has the verified password, has no second factor that was not given, and is enabled; returns false otherwise.
 * Waits for concurrent changes, because a sign-in must not survive the end of all sessions. The same statement remembers the browser, records the sign-in,
 * adds the job that emails the owner about a new browser, and takes back the count of the attempt, because sign-ins would otherwise delay the requests of
 * others.
 */
export async function insertSession(tx: Tx, session: NewSession, proof: SignInProof, record: SignInRecord): Promise<boolean> {
  const condition = sql<boolean>`exists (select from session)`;
  const now = session.created_at;
  const event = { userId: session.user_id, method: record.method, address: session.address, userAgent: session.user_agent, at: now };
  const isNewBrowser = sql<boolean>`not exists (select from browser_before)`;
  const notice = { userId: session.user_id, userAgent: session.user_agent, address: session.address, at: now.toISOString() };
  // The first sign-in follows the sign-up, so an email about it would be of no use.
  const needsNotice = sql`${isNewBrowser} and exists (select from sign_in_before)`;
  const { rows } = await sql<object>`
    with account as materialized (
      select id from users where id = ${session.user_id} and password_hash = coalesce(${proof.passwordHash}, password_hash) and disabled_at is null for share),
    session as (
      insert into sessions (token_hash, user_id, user_agent, address, created_at, active_at, expires_at, stepped_up_at)
      select ${session.token_hash}::bytea, id, ${session.user_agent}::text, ${session.address}::text, ${now}::timestamptz,
        ${now}::timestamptz, ${session.expires_at}::timestamptz, ${session.stepped_up_at}::timestamptz from account
      where ${proof.hasSecondFactor} or not has_second_factor(id)
      returning user_id),
    ${rememberBrowser(record.browser, { atMost: record.maxBrowsers, now, condition })},
    ${recordSignIn(event, { isNewBrowser, condition })}
    ${record.attempt ? sql`, ${record.attempt.refundIf(condition)}` : sql``}
    select case when ${needsNotice} then (${addJob(newBrowserNoticeJob, notice)}).id end as notice from session`.execute(tx);
  if (rows.length > 0) record.attempt?.markRefunded();
  return rows.length > 0;
}

export const findSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'users.role', 'users.is_super_admin', 'users.platform', 'users.privacy_accepted_at', 'sessions.expires_at'])
    .select(['users.staff_since', 'sessions.active_at', 'sessions.stepped_up_at', 'second_factors.confirmed_at as second_factor_since'])
    .select(({ selectFrom }) => selectFrom('second_factor_settings').select('required_since').as('required_since'))
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .where('users.verified_at', 'is not', null)
    .executeTakeFirst();

const MAX_SESSIONS_LISTED = 100;

export const listSessions = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent', 'address', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS_LISTED)
    .execute();

/** Returns the account's sign-ins for the export of personal data, oldest first. */
export async function listSignInsExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at as createdAt', 'address', 'user_agent as userAgent'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const events = await db
    .selectFrom('sign_in_events')
    .select(['kind', 'at', 'count', 'address', 'user_agent as userAgent'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  return { signIns: rows, recentSignIns: events };
}

export const deleteSession = (tx: Tx, tokenHash: Buffer, userId: string) =>
  tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).where('user_id', '=', userId).returning('token_hash').executeTakeFirst();

export const updateSteppedUpAt = (tx: Tx, tokenHash: Buffer, at: Date) =>
  tx.updateTable('sessions').set({ stepped_up_at: at }).where('token_hash', '=', tokenHash).execute();

/** Moves the last activity forward, unless it is newer than `recordedBefore` or another process is recording it. */
export const updateActiveAt = (tx: Tx, tokenHash: Buffer, activeAt: Date, recordedBefore: Date) =>
  sql`update sessions set active_at = ${activeAt}::timestamptz where token_hash in (
    select token_hash from sessions where token_hash = ${tokenHash} and active_at <= ${recordedBefore} for update skip locked)`.execute(tx);

export const deleteExpiredSessions = (tx: Tx, now: Date) => tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
