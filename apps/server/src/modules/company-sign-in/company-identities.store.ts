import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Key of an identity: subjects are unique within their issuer. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

export interface NewIdentity extends IdentityKey {
  email: string;
  userId: string;
  at: Date;
}

/** Finds the linked account of an identity, with the account's address. */
export const findLinkedAccount = (db: Db, { issuer, subject }: IdentityKey) =>
  db
    .selectFrom('company_identities')
    .innerJoin('users', 'users.id', 'company_identities.user_id')
    .select(['users.id', 'users.email', 'company_identities.is_member'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const findAccountByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select(['id', 'email']).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst();

/** Links an account that was just created, whose owner does not know its password. */
export const insertIdentity = (tx: Tx, { issuer, subject, userId, email, at }: NewIdentity, initialPasswordHash: string) =>
  tx
    .insertInto('company_identities')
    .values({ issuer, subject, user_id: userId, email, linked_at: at, last_used_at: at, initial_password_hash: initialPasswordHash })
    .execute();

/**
 * Links an account that still has the verified password, in place of another identity of the same provider. Returns false when the account was changed in
 * the meantime.
 */
export async function linkIdentity(tx: Tx, { issuer, subject, userId, email, at }: NewIdentity, passwordHash: string): Promise<boolean> {
  const { rows } = await sql`
    with account as materialized (
      select id from users where id = ${userId} and password_hash = ${passwordHash} and disabled_at is null for no key update)
    insert into company_identities (issuer, subject, user_id, email, linked_at, last_used_at)
    select ${issuer}::text, ${subject}::text, id, ${email}::text, ${at}::timestamptz, ${at}::timestamptz from account
    on conflict (user_id, issuer) do update
      set subject = excluded.subject, email = excluded.email, linked_at = excluded.linked_at, last_used_at = excluded.last_used_at
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Records a sign-in. The provider's verified address replaces the one it stated before. */
export const recordIdentityUse = (tx: Tx, { issuer, subject }: IdentityKey, email: string | null, at: Date) =>
  tx
    .updateTable('company_identities')
    .set({ last_used_at: at, ...(email !== null && { email }) })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();

export const updateIsMember = (tx: Tx, { issuer, subject }: IdentityKey, isMember: boolean) =>
  tx.updateTable('company_identities').set({ is_member: isMember }).where('issuer', '=', issuer).where('subject', '=', subject).execute();

/** Finds the identity with which an account signs in. `has_password`: its owner has a password. */
export const findIdentityOfUser = (db: Db, userId: string, issuer: string) =>
  db
    .selectFrom('company_identities')
    .innerJoin('users', 'users.id', 'company_identities.user_id')
    .select(['company_identities.email', 'linked_at', 'last_used_at'])
    .select(sql<boolean>`users.password_hash is distinct from initial_password_hash`.as('has_password'))
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();

/** Unlinks an account that has a password. Returns false when it has none, or is not linked. */
export async function deleteIdentityOfUser(tx: Tx, userId: string, issuer: string): Promise<boolean> {
  const { rows } = await sql`
    delete from company_identities using users
    where company_identities.user_id = ${userId} and issuer = ${issuer} and users.id = company_identities.user_id
      and users.password_hash is distinct from initial_password_hash
    returning company_identities.user_id`.execute(tx);
  return rows.length > 0;
}

/** Returns false when the answer was accepted before. */
export async function insertUsedAnswer(tx: Tx, stateHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('used_company_answers')
    .values({ state_hash: stateHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const deleteExpiredAnswers = (tx: Tx, now: Date) => tx.deleteFrom('used_company_answers').where('expires_at', '<=', now).execute();

/** Returns the linked company accounts for the export of personal data, oldest first. */
export async function listIdentitiesExport(db: Db, userId: string): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom('company_identities')
    .select(['issuer', 'subject', 'email', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute();
  return { companyIdentities: rows };
}
