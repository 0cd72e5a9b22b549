import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface MessageQuery {
  state: 'new' | 'answered';
  page: number;
  dataPerPage: number;
}

const selectMessages = (db: Db) =>
  db
    .selectFrom('contact_messages')
    .leftJoin('users as answerer', 'answerer.id', 'contact_messages.answered_by')
    .select([
      'contact_messages.id',
      'contact_messages.name',
      'contact_messages.email',
      'contact_messages.phone_no',
      'contact_messages.message_text',
      'contact_messages.user_id',
      'contact_messages.created_at',
      'contact_messages.answered_at',
      'contact_messages.reply_text',
      'answerer.name as answered_by_name',
    ]);

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>;

export const listMessages = (db: Db, { state, page, dataPerPage }: MessageQuery) =>
  selectMessages(db)
    .where('answered_at', state === 'new' ? 'is' : 'is not', null)
    .$if(state === 'answered', (query) => query.orderBy('answered_at', 'desc'))
    .orderBy('contact_messages.id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

/** Lists a page of messages with this state, newest first, after the given one. */
export const listMessagesAfter = (db: Db, state: MessageQuery['state'], after: string | undefined, limit: number) =>
  selectMessages(db)
    .where('answered_at', state === 'new' ? 'is' : 'is not', null)
    .$if(after !== undefined, (query) => query.where('contact_messages.id', '<', after ?? ''))
    .orderBy('contact_messages.id', 'desc')
    .limit(limit)
    .execute();

export const findMessage = (db: Db, id: string) => selectMessages(db).where('contact_messages.id', '=', id).executeTakeFirst();

export async function countMessages(db: Db, state: 'new' | 'answered'): Promise<number> {
  const row = await db
    .selectFrom('contact_messages')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('answered_at', state === 'new' ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Maximum number of administrators who receive a digest. */
const MAX_NOTIFIED_ADMINISTRATORS = 10;

/** Lists the administrators who can open the list of messages: administrators of the partner platform cannot. */
export const listAdministrators = (db: Db) =>
  db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('role', '=', 'admin')
    .where(({ or, eb }) => or([eb('platform', '=', 'PP'), eb('is_super_admin', '=', true)]))
    .where('disabled_at', 'is', null)
    .where('verified_at', 'is not', null)
    .orderBy('id')
    .limit(MAX_NOTIFIED_ADMINISTRATORS)
    .execute();

const unannounced = (db: Db) => db.selectFrom('contact_messages').where('announced_at', 'is', null).where('answered_at', 'is', null);

/** Lists unanswered messages that were in no digest yet, oldest first. */
export const listUnannounced = (db: Db, limit: number) =>
  unannounced(db).select(['name', 'email', 'phone_no', 'message_text']).orderBy('id').limit(limit).execute();

export type UnannouncedRow = Awaited<ReturnType<typeof listUnannounced>>[number];

export const countUnannounced = async (db: Db): Promise<number> =>
  (await unannounced(db).select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow()).count;

export const findSender = (db: Db, userId: string) => db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();

export async function listMessagesExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const result = await sql<Record<string, unknown>>`
    select coalesce(json_agg(json_build_object('text', message_text, 'at', created_at, 'answer', reply_text) order by id), '[]') as messages
    from contact_messages where user_id = ${userId}`.execute(db);
  return result.rows[0] ?? {};
}
