import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Marks a captcha as used. Returns false when it was used before. */
export const consumeCaptcha = async (tx: Tx, captcha: { nonce: Buffer; expires_at: Date }): Promise<boolean> =>
  (await tx
    .insertInto('used_captchas')
    .values(captcha)
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst()) !== undefined;

export const deleteOldCaptchas = (tx: Tx, now: Date) => tx.deleteFrom('used_captchas').where('expires_at', '<=', now).execute();

interface NewMessage {
  id: string;
  name: string;
  email: string;
  phone_no: string;
  message_text: string;
  user_id?: string;
}

export const insertContactMessage = (tx: Tx, message: NewMessage) => tx.insertInto('contact_messages').values(message).execute();

/** Counts the messages of an account in the last day. Concurrent messages of the account are counted one after the other. */
export async function countRecentMessagesByUser(tx: Tx, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('contact messages'), hashtext(${userId}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contact_messages
    where user_id = ${userId} and created_at > now() - interval '1 day'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns false when the message was answered before or does not exist. */
export async function markMessageAnswered(tx: Tx, id: string, by: string, replyText: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_messages')
    .set({ answered_at: sql`now()`, answered_by: by, reply_text: replyText })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes messages that were answered a year ago, and the oldest answered ones beyond `kept`. Unanswered messages are never deleted. */
export const deleteOldMessages = (tx: Tx, kept: number) =>
  sql`delete from contact_messages where answered_at < now() - interval '1 year'
    or id in (select id from contact_messages where answered_at is not null order by answered_at desc, id desc offset ${kept})`.execute(tx);

/** Counts unanswered messages of accounts, or of senders without one. Concurrent new messages are counted one after the other. */
export async function countUnanswered(tx: Tx, isOfAccount: boolean): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('contact messages waiting'))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contact_messages where answered_at is null and (user_id is not null) = ${isOfAccount}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Locks the digest until the transaction ends, and returns when the next one is due: an hour after the last. */
export async function lockDigest(tx: Tx): Promise<{ dueAt: Date; isDue: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtext('contact digest'))`.execute(tx);
  const { rows } = await sql<{ due_at: Date; is_due: boolean }>`
    select due_at, due_at <= clock_timestamp() as is_due
    from (select coalesce(max(announced_at) + interval '1 hour', clock_timestamp()) as due_at from contact_messages) as digest`.execute(tx);
  return { dueAt: rows[0]?.due_at ?? new Date(), isDue: rows[0]?.is_due ?? true };
}

export const markAnnounced = (tx: Tx) =>
  sql`update contact_messages set announced_at = clock_timestamp() where announced_at is null`.execute(tx);
