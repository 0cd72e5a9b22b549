import type { SessionEndReason } from '@vitrine/contract/session-activity';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Why and when sessions ended. */
export interface SessionEnd {
  reason: SessionEndReason;
  at: Date;
}

/** Deletes all sessions of the account, except the session that is kept, records why, and returns them. */
export async function endSessionsOf(tx: Tx, userId: string, kept: Buffer | null, { reason, at }: SessionEnd): Promise<Buffer[]> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    with ended as (
      delete from sessions where user_id = ${userId} and token_hash is distinct from ${kept}::bytea returning token_hash, user_id)
    insert into ended_sessions (token_hash, user_id, reason, ended_at)
    select token_hash, user_id, ${reason}, ${at}::timestamptz from ended returning token_hash`.execute(tx);
  return rows.map(({ token_hash }) => token_hash);
}

/** Deletes one session of the account and records why. Returns false when the account has no such session. */
export async function endSession(tx: Tx, userId: string, tokenHash: Buffer, { reason, at }: SessionEnd): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from sessions where user_id = ${userId} and token_hash = ${tokenHash} returning token_hash, user_id)
    insert into ended_sessions (token_hash, user_id, reason, ended_at)
    select token_hash, user_id, ${reason}, ${at}::timestamptz from ended returning token_hash`.execute(tx);
  return rows.length > 0;
}

/** Deletes sessions of staff without activity since `idleSince`, and returns them. */
export async function endIdleStaffSessions(tx: Tx, idleSince: Date, at: Date): Promise<Buffer[]> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    with ended as (
      delete from sessions using users
      where users.id = sessions.user_id and users.staff_since is not null and sessions.active_at <= ${idleSince}
      returning sessions.token_hash, sessions.user_id)
    insert into ended_sessions (token_hash, user_id, reason, ended_at)
    select token_hash, user_id, 'idle', ${at}::timestamptz from ended returning token_hash`.execute(tx);
  return rows.map(({ token_hash }) => token_hash);
}

export const findSessionEndReason = async (db: Db, tokenHash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom('ended_sessions').select('reason').where('token_hash', '=', tokenHash).executeTakeFirst())?.reason;

export const deleteSessionEnds = (tx: Tx, before: Date) => tx.deleteFrom('ended_sessions').where('ended_at', '<=', before).execute();
