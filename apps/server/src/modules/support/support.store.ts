import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** False when it was answered before. */
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

/** Of the last day. Two who write in one name at once are counted one after the other. */
export async function countRecentOf(tx: Tx, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('contact messages'), hashtext(${userId}))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from contact_messages
    where user_id = ${userId} and created_at > now() - interval '1 day'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** False when it was answered before, or is not there. */
export async function updateAnswered(tx: Tx, id: string, by: string, replyText: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('contact_messages')
    .set({ answered_at: sql`now()`, answered_by: by, reply_text: replyText })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What was answered a year ago, and of everything else the oldest beyond so many. */
export const deleteOldMessages = (tx: Tx, kept: number) =>
  sql`delete from contact_messages where answered_at < now() - interval '1 year'
    or id <= (select id from contact_messages order by id desc offset ${kept} limit 1)`.execute(tx);
