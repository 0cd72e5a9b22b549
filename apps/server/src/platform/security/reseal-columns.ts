import { sql } from 'kysely';
import { autocommit, type Database } from '../database/database.ts';
import { createTextEncryption } from './text-encryption.ts';
import { decryptWith, type KeyVersions } from './versioned-encryption.ts';

/** Columns whose values are encrypted with one server key. */
export interface EncryptedColumns {
  /** Name of the key. */
  key: string;
  table: string;
  /** Primary key of the table, a UUID. */
  id: string;
  columns: readonly string[];
}

const BATCH_ROWS = 500;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Encrypts values of other versions with the current one, in batches by id. Values that change in the meantime stay as they are. */
export async function resealColumns(db: Database, { table, id, columns }: EncryptedColumns, versions: KeyVersions) {
  const count = { resealed: 0, unreadable: 0 };
  let after = BEFORE_ALL_IDS;
  for (;;) {
    const { rows } = await sql<Record<string, unknown> & { id: string }>`
      select ${sql.ref(id)} as id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${sql.ref(id)} > ${after}::uuid order by ${sql.ref(id)} limit ${BATCH_ROWS}`.execute(db);
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
    for (const column of columns) {
      const changes = rows.flatMap((row) => {
        const before = row[column];
        if (!Buffer.isBuffer(before) || decryptWith(versions.current, before) !== undefined) return [];
        const text = versions.others.map((key) => decryptWith(key, before)).find((found) => found !== undefined);
        if (text === undefined) count.unreadable++;
        return text === undefined ? [] : [{ id: row.id, before, value: createTextEncryption(versions.current).encrypt(text) }];
      });
      if (changes.length === 0) continue;
      const changed = await sql`
        update ${sql.table(table)} as stored set ${sql.ref(column)} = change.value
        from unnest(${changes.map((change) => change.id)}::uuid[], ${changes.map(({ before }) => before)}::bytea[],
          ${changes.map(({ value }) => value)}::bytea[]) as change (id, before, value)
        where stored.${sql.ref(id)} = change.id and stored.${sql.ref(column)} = change.before`.execute(autocommit(db));
      count.resealed += Number(changed.numAffectedRows ?? 0);
    }
  }
}
