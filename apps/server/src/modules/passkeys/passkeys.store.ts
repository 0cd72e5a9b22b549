import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

const listed = ['id', 'name', 'created_at', 'last_used_at', 'is_synced'] as const;
export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select([...listed, 'credential_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

export const findPasskey = (db: Db, credentialId: string) =>
  db.selectFrom('passkeys').select(['id', 'user_id', 'public_key', 'counter']).where('credential_id', '=', credentialId).executeTakeFirst();

interface NewPasskey {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  is_synced: boolean;
  name: string;
  created_at: Date;
}

/** Returns undefined when the credential is registered already. */
export const insertPasskey = (tx: Tx, passkey: NewPasskey) =>
  tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(listed)
    .executeTakeFirst();

/** Records a use with the authenticator's new counter. Returns false when a copy of the passkey has reported this counter or a higher one. */
export async function recordUse(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export const updatePasskeyName = (tx: Tx, userId: string, id: string, name: string) =>
  tx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).returning(listed).executeTakeFirst();

export const deletePasskey = (tx: Tx, userId: string, id: string) =>
  tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returning('name').executeTakeFirst();

/** Returns the account's passkeys for the export of personal data, oldest first. */
export async function listPasskeysExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return { passkeys: rows };
}

/** Returns false when the challenge was answered before. */
export async function insertUsedChallenge(tx: Tx, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('used_challenges')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const deleteExpiredChallenges = (tx: Tx, now: Date) => tx.deleteFrom('used_challenges').where('expires_at', '<=', now).execute();
