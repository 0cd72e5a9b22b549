import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface NewNotification {
  id: string;
  user_id: string;
  body: string;
  created_by: string | null;
  invitation_type?: 'share_album' | 'family';
  invitation_id?: string;
}

/** Number of notifications kept per account. Older ones are deleted. */
const MAX_PER_USER = 500;

export async function insertNotification(tx: Tx, notification: NewNotification): Promise<void> {
  await tx.insertInto('notifications').values(notification).execute();
  await sql`delete from notifications where user_id = ${notification.user_id} and id < (
    select id from notifications where user_id = ${notification.user_id} order by id desc offset ${MAX_PER_USER - 1} limit 1)`.execute(tx);
}

/** Marks one notification of the account or all as read. Returns the notifications with their state, newest first. */
export async function markRead(tx: Tx, userId: string, id: string | undefined): Promise<{ id: string; is_unread: boolean }[]> {
  await tx
    .updateTable('notifications')
    .set({ is_unread: false, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('is_unread', '=', true)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute();
  return tx
    .selectFrom('notifications')
    .select(['id', 'is_unread'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_PER_USER)
    .execute();
}
