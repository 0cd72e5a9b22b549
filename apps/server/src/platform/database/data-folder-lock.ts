import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The connections of a killed server linger for a moment. */
const LOCK_TIMEOUT_MS = 5000;

/**
 * Makes sure that only one server runs on a data folder, with a session-level advisory lock in its database, which PostgreSQL releases even when the holder
 * is killed. Returns the function to release it.
 */
export async function lockDataFolder(url: string, dataDir: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock(hashtext('vitrine server')) as held");
    if (rows[0]?.held) return () => client.end();
    if (Date.now() > deadline) {
      await client.end();
      throw new Error(`Another Vitrine server is using ${dataDir}. Stop it, or set DATA_DIR to another folder.`);
    }
    await sleep(200);
  }
}
