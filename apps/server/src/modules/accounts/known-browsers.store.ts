import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export const findKnownBrowser = (db: Db, email: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('users.id')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .where('known_browsers.token_hash', '=', tokenHash)
    .where('known_browsers.expires_at', '>', now)
    .executeTakeFirst();

/** Remembers it, or that it came again, and forgets all but the newest of the account. */
export async function keepBrowser(
  tx: Tx,
  browser: { user_id: string; token_hash: Buffer; expires_at: Date },
  atMost: number,
): Promise<void> {
  await tx
    .insertInto('known_browsers')
    .values(browser)
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ expires_at: browser.expires_at }))
    .execute();
  await sql`delete from known_browsers where user_id = ${browser.user_id} and token_hash in (
    select token_hash from known_browsers where user_id = ${browser.user_id} order by expires_at desc, token_hash offset ${atMost})`.execute(
    tx,
  );
}

export const deleteKnownBrowsers = (tx: Tx, userId: string) => tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
