import { SIGN_IN_EVENTS_KEPT, type SignInEventKind, type SignInMethod } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface NewSignInEvent {
  userId: string;
  kind: SignInEventKind;
  address: string;
  userAgent: string;
  at: Date;
}

/**
 * Common table expressions that insert a sign-in and delete the account's oldest ones, if the condition holds. They also delete the event that a code was
 * missing in this browser, which has signed in now. The expression `sign_in_before` has a row if the account has signed in before.
 */
export const recordSignIn = (
  { userId, method, address, userAgent, at }: Omit<NewSignInEvent, 'kind'> & { method: SignInMethod },
  { isNewBrowser, condition }: { isNewBrowser: RawBuilder<boolean>; condition: RawBuilder<boolean> },
) =>
  sql`sign_in_before as materialized (
      select from sign_in_events where user_id = ${userId} and day is null limit 1),
    older_events as (
      delete from sign_in_events where ${condition} and id in (
        select id from sign_in_events where user_id = ${userId} and day is null order by at desc, id offset ${SIGN_IN_EVENTS_KEPT - 1})),
    completed_events as (
      delete from sign_in_events
      where ${condition} and user_id = ${userId} and kind = 'codeMissing' and address = ${address} and user_agent = ${userAgent}),
    sign_in_event as (
      insert into sign_in_events (id, user_id, kind, method, address, user_agent, at)
      select ${newId()}::uuid, ${userId}::uuid, case when ${isNewBrowser} then 'newBrowser' else 'signedIn' end, ${method}::text, ${address}::text,
        ${userAgent}::text, ${at}::timestamptz
      where ${condition})`;

/** Counts a refused sign-in of an account by its address and day, and deletes the account's oldest ones. Does nothing for unknown email addresses. */
export const countRefusedSignIn = (tx: Tx, email: string, { kind, address, userAgent, at }: Omit<NewSignInEvent, 'userId'>) =>
  sql`with account as (select id from users where lower(email) = ${email.toLowerCase()}),
    older as (
      delete from sign_in_events where id in (
        select sign_in_events.id from sign_in_events join account on account.id = user_id
        where day is not null order by at desc, sign_in_events.id offset ${SIGN_IN_EVENTS_KEPT - 1}))
    insert into sign_in_events as known (id, user_id, kind, address, user_agent, at, day)
    select ${newId()}::uuid, id, ${kind}, ${address}, ${userAgent}, ${at}::timestamptz, (${at}::timestamptz at time zone 'UTC')::date from account
    on conflict (user_id, kind, address, day) where day is not null
    do update set count = known.count + 1, at = excluded.at, user_agent = excluded.user_agent`.execute(tx);

/** Lists the newest events of an account. */
export const listSignInEvents = (db: Db, userId: string) =>
  db
    .selectFrom('sign_in_events')
    .select(['id', 'kind', 'method', 'address', 'user_agent', 'at', 'count'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * SIGN_IN_EVENTS_KEPT)
    .execute();
