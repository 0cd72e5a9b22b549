import type { Tx } from '../../platform/database/database.ts';

export const insertSession = (tx: Tx, session: { token_hash: Buffer; user_id: string; created_at: Date; expires_at: Date }) =>
  tx.insertInto('sessions').values(session).execute();

export const findSession = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role', 'users.is_super_admin'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();

export const deleteSession = (tx: Tx, tokenHash: Buffer) => tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();

/** What has run out: sessions, links and nonces. */
export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('email_links').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('used_nonces').where('expires_at', '<=', now).execute();
}
