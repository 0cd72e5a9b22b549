import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export const findSecondFactor = (db: Db, userId: string) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_used_step'])
    .select(({ selectFrom }) =>
      selectFrom('recovery_codes')
        .whereRef('recovery_codes.user_id', '=', 'second_factors.user_id')
        .where('used_at', 'is', null)
        .select(sql<number>`count(*)::integer`.as('count'))
        .as('codes_left'),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const findStaffSince = async (db: Db, userId: string): Promise<Date | null> =>
  (await db.selectFrom('users').select('staff_since').where('id', '=', userId).executeTakeFirst())?.staff_since ?? null;

/** Stores a secret that is not confirmed yet, in place of an earlier one. Returns false when the account has a confirmed one. */
export async function upsertUnconfirmedSecret(tx: Tx, userId: string, secret: Buffer, now: Date): Promise<boolean> {
  const stored = await tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_used_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}

export const confirmSecret = (tx: Tx, userId: string, step: number, now: Date) =>
  tx.updateTable('second_factors').set({ confirmed_at: now, last_used_step: step }).where('user_id', '=', userId).execute();

/** Uses up the codes of this time step and of all earlier ones. Returns false when they were used before. */
export async function consumeTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('second_factors')
    .set({ last_used_step: step })
    .where('user_id', '=', userId)
    .where('last_used_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Uses up a recovery code. Returns false when it is unknown or was used before. */
export async function consumeRecoveryCode(tx: Tx, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Deletes a confirmed second factor with its recovery codes. Returns false when the account has none. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Locks the second factor until the transaction ends; undefined when the account has no confirmed one. */
export const lockSecondFactor = (tx: Tx, userId: string) =>
  tx
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
