import pg from 'pg';
import { newId } from '../ids.ts';
import type { PoolerStatus } from './database.rules.ts';
import { connectDoctor, withDoctorConnection } from './doctor-connection.ts';

const NOT_PREPARED_SQL_STATE = '26000';

const identify = async (client: pg.Client): Promise<string> =>
  (await client.query<{ id: string }>("select current_database() || ' since ' || pg_postmaster_start_time() as id")).rows[0]?.id ?? '';

/** One client prepares and releases the pooler's connection, another uses it for a transaction, and the first one queries again. */
async function supportsPreparedStatements(one: pg.Client, other: pg.Client): Promise<boolean> {
  // An old pooler keeps the statement on a connection that the next run may be given.
  const prepared = { name: `doctor_${newId()}`, text: 'select $1::integer', values: [1] };
  await one.query(prepared);
  await other.query('begin');
  try {
    await one.query(prepared);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_PREPARED_SQL_STATE) return false;
    throw error;
  } finally {
    await other.query('rollback');
  }
}

/** A pooler gives each client its own key for cancellation, which is not the process number of a server connection. */
export const leadsToPooler = (url: string): Promise<boolean> => withDoctorConnection(url, isPooled);

async function isPooled(client: pg.Client): Promise<boolean> {
  const { processID } = client as pg.Client & { processID: number };
  return (await readBackendId(client)) !== processID;
}

const readBackendId = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

/** In session mode, a client keeps its server connection while other clients use theirs. */
async function isInSessionMode(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await readBackendId(one);
  await other.query('begin');
  try {
    // In transaction mode, the other client was given the connection that was used last.
    return (await readBackendId(other)) !== before && (await readBackendId(one)) === before;
  } finally {
    await other.query('rollback');
  }
}

export async function inspectPooler(pooledUrl: string, directUrl: string): Promise<PoolerStatus> {
  const clients = await Promise.all([connectDoctor(pooledUrl), connectDoctor(pooledUrl), connectDoctor(directUrl)]);
  const [one, other, direct] = clients;
  try {
    const { rows } = await one.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name in ('jit', 'statement_timeout')",
    );
    return {
      settings: Object.fromEntries(rows.map(({ name, setting }) => [name, setting])),
      keepsStatements: await supportsPreparedStatements(one, other),
      isPooled: await isPooled(one),
      isDirectPooled: await isPooled(direct),
      isInSessionMode: await isInSessionMode(one, other),
      isSameDatabase: (await identify(one)) === (await identify(direct)),
    };
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
