import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Nonce of a sealed password, which may be used once. */
export interface SealNonce {
  nonce: string;
  expiresAt: Date;
}

/** Statement that uses up a nonce if the condition holds. It returns a row unless the nonce was used before. */
export const insertNonce = (nonce: SealNonce | null, condition: RawBuilder<boolean>) =>
  sql`insert into used_nonces (nonce, expires_at)
    select nonce, expires_at from (values (${nonce?.nonce ?? null}::text, ${nonce?.expiresAt ?? null}::timestamptz)) as given (nonce, expires_at)
    where nonce is not null and ${condition}
    on conflict (nonce) do nothing returning nonce`;

/** Returns false when the nonce was used before. */
export async function consumeNonce(tx: Tx, nonce: SealNonce): Promise<boolean> {
  const { rows } = await insertNonce(nonce, sql`true`).execute(tx);
  return rows.length > 0;
}
