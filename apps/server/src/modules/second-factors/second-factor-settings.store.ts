import type { Db, Tx } from '../../platform/database/database.ts';
import type { RequiredSince } from './second-factor-requirement.rules.ts';

const columns = ['id', 'required_since', 'updated_at'] as const;
export type SecondFactorSettingsRow = Awaited<ReturnType<typeof findSettings>>;

export const findSettings = (db: Db) => db.selectFrom('second_factor_settings').select(columns).executeTakeFirstOrThrow();

export const lockSettings = (tx: Tx) => tx.selectFrom('second_factor_settings').select(columns).forUpdate().executeTakeFirstOrThrow();

export const updateSettings = (tx: Tx, id: string, requiredSince: RequiredSince, at: Date) =>
  tx
    .updateTable('second_factor_settings')
    .set({ required_since: JSON.stringify(requiredSince), updated_at: at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
