import { API_TOKEN_PREFIX } from '@vitrine/contract';
import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { createToken, hashToken } from '../platform/security/tokens.ts';

const DAY_MS = 86_400_000;

/** Inserts an API token of an account and returns it. */
export async function insertApiToken(db: Database, userId: string, scopes: readonly string[]): Promise<string> {
  const token = `${API_TOKEN_PREFIX}${createToken()}`;
  const now = new Date();
  await db
    .insertInto('api_tokens')
    .values({
      id: newId(),
      user_id: userId,
      name: 'Program',
      token_hash: hashToken(token),
      scopes: [...scopes],
      created_at: now,
      expires_at: new Date(now.getTime() + DAY_MS),
    })
    .execute();
  return token;
}
