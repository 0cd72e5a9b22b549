import pg from 'pg';

/** Schemas with rows of the installation. Tables of PostgreSQL and of migrations are the same in all tests. */
const LIST_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (n.nspname = 'public' or c.oid = 'graphile_worker._private_jobs'::regclass)
  order by 1`;

/** Tables that are larger than this are truncated, because reading a table also reads its deleted rows. */
const TRUNCATED_BYTES = 256 * 1024;

interface Table {
  name: string;
  columns: string;
  /** Temporary table with the first rows; undefined when there were none. */
  copy: string | undefined;
}

/**
 * Remembers the rows of a database and returns a function that restores them, so that connections and their plans outlast a test file. Its connection
 * stays open until the process ends.
 */
export async function rememberRows(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // The database may end before this process.
  client.on('error', () => undefined);
  await client.connect();
  const tables = await copyRows(client);
  // Triggers and foreign keys would check every deleted row.
  await client.query("set session_replication_role = replica; set lock_timeout = '20s'");
  const sequences = await readSequences(client);
  return () => restoreRows(client, tables, sequences);
}

async function copyRows(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'copy'>>(LIST_TABLES);
  const filled = await listFilled(client, rows);
  const tables = rows.map((table, index) => ({ ...table, copy: filled.has(table.name) ? `first_rows_${index}` : undefined }));
  for (const { name, copy } of tables) if (copy) await client.query(`create temporary table ${copy} as table ${name}`);
  return tables;
}

/** Returns the names of the tables that have rows. */
async function listFilled(client: pg.Client, tables: readonly { name: string }[]): Promise<Set<string>> {
  const checks = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  const { rows } = await client.query<{ name: string }>(checks.join(' union all '));
  return new Set(rows.map(({ name }) => name));
}

/** Returns statements that set sequences to their present values. */
async function readSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string | null; start: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as value, start_value as start
     from pg_sequences where schemaname = 'public'`,
  );
  return rows.map(({ name, value, start }) => `select setval('${name}', ${value ?? start}, ${value !== null})`);
}

async function restoreRows(client: pg.Client, tables: readonly Table[], sequences: readonly string[]): Promise<void> {
  const filled = await listFilled(client, tables);
  const changed = tables.filter(({ name, copy }) => copy || filled.has(name));
  const names = changed.map(({ name }) => name);
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > $2',
    [names, TRUNCATED_BYTES],
  );
  const large = rows.map(({ name }) => name);
  const statements = [
    'begin',
    ...(large.length > 0 ? [`truncate ${large.join(', ')} cascade`] : []),
    ...names.filter((name) => !large.includes(name)).map((name) => `delete from ${name}`),
    // Truncation also empties tables that refer to a large one.
    ...tables.flatMap(({ name, columns, copy }) =>
      copy ? [`insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`] : [],
    ),
    ...sequences,
    'commit',
  ];
  try {
    await client.query(statements.join(';\n'));
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
