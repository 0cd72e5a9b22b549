import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

const LEASE_S = 60;
const until = sql`now() + make_interval(secs => ${sql.lit(LEASE_S)})`;

/** Acquires the lease of an account, unless another export has it. Returns true when it was acquired. */
export async function acquireExport(tx: Tx, userId: string, token: string): Promise<boolean> {
  const { rows } = await sql`
    insert into report_exports (user_id, token, until) values (${userId}::uuid, ${token}, ${until})
    on conflict (user_id) do update set token = excluded.token, until = excluded.until where report_exports.until < now()
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Extends the lease. Returns false when another export has acquired it in the meantime. */
export async function extendExport(tx: Tx, userId: string, token: string): Promise<boolean> {
  const { rows } = await sql`
    update report_exports set until = ${until} where user_id = ${userId}::uuid and token = ${token} returning user_id`.execute(tx);
  return rows.length > 0;
}

export const releaseExport = (tx: Tx, userId: string, token: string) =>
  sql`delete from report_exports where user_id = ${userId}::uuid and token = ${token}`.execute(tx);
