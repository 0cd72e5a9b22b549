import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Claims a run of a task. Returns false when another process has claimed this or a later one. The claim lasts only if the transaction commits. */
export async function claimRun(tx: Tx, name: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into report_runs (name, ran_at) values (${name}, ${at}::timestamptz)
    on conflict (name) do update set ran_at = excluded.ran_at where report_runs.ran_at < excluded.ran_at returning name`.execute(tx);
  return rows.length > 0;
}
