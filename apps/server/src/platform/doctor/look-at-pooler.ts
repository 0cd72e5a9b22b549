import pg from 'pg';
import type { PoolerFacts } from './database.rules.ts';

const ANSWER_MS = 8000;
const NOT_PREPARED = '26000';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'vitrine doctor',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const identify = async (client: pg.Client): Promise<string> =>
  (await client.query<{ id: string }>("select current_database() || ' since ' || pg_postmaster_start_time() as id")).rows[0]?.id ?? '';

/** One prepares and lets go of the pooler's connection, another takes that for a transaction, and the first asks again. */
async function keepsStatements(one: pg.Client, other: pg.Client): Promise<boolean> {
  const prepared = { name: 'v_doctor', text: 'select $1::integer', values: [1] };
  await one.query(prepared);
  await other.query('begin');
  try {
    await one.query(prepared);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_PREPARED) return false;
    throw error;
  } finally {
    await other.query('rollback');
  }
}

export async function lookAtPooler(pooledUrl: string, directUrl: string): Promise<PoolerFacts> {
  const clients = await Promise.all([connect(pooledUrl), connect(pooledUrl), connect(directUrl)]);
  const [one, other, direct] = clients;
  try {
    const { rows } = await one.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name in ('jit', 'statement_timeout')",
    );
    return {
      settings: Object.fromEntries(rows.map(({ name, setting }) => [name, setting])),
      keepsStatements: await keepsStatements(one, other),
      isSameDatabase: (await identify(one)) === (await identify(direct)),
    };
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
