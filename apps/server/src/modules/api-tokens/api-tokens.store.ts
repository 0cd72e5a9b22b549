import type { Db, Tx } from '../../platform/database/database.ts';

const listed = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;
export type ApiTokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export const listTokens = (db: Db, userId: string) =>
  db.selectFrom('api_tokens').select(listed).where('user_id', '=', userId).orderBy('created_at', 'desc').execute();

/** Finds a token that has not expired, with its account, which is enabled and verified. */
export const findToken = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['api_tokens.id', 'api_tokens.name', 'scopes', 'api_tokens.expires_at', 'last_used_at'])
    .select([
      'api_tokens.user_id',
      'staff_since',
      'second_factors.confirmed_at as second_factor_since',
      'role',
      'is_super_admin',
      'platform',
      'privacy_accepted_at',
    ])
    .select(({ selectFrom }) => selectFrom('second_factor_settings').select('required_since').as('required_since'))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();

export async function countTokens(tx: Tx, userId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface NewApiToken {
  id: string;
  user_id: string;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
}

export const insertToken = (tx: Tx, token: NewApiToken) =>
  tx.insertInto('api_tokens').values(token).returning(listed).executeTakeFirstOrThrow();

export const updateLastUsedAt = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', id).execute();

export const deleteToken = (tx: Tx, userId: string, id: string) =>
  tx.deleteFrom('api_tokens').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst();

export const deleteTokensOf = (tx: Tx, userId: string) => tx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();

export const deleteExpiredTokens = (tx: Tx, before: Date) => tx.deleteFrom('api_tokens').where('expires_at', '<', before).execute();
