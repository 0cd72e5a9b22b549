import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../operator-error.ts';
import { getProductVersion } from '../program-files.ts';
import { PROCESS_TIMEOUT_S } from '../queue/heartbeat.ts';
import { REFRESH_INTERVAL_MS } from './server-keys.ts';

/** Returns whether processes of the product run. Throws OperatorError when one of them would not follow a rotation of the keys. */
export async function findRunningProcesses(db: Database, { isKeyFile }: { isKeyFile: boolean }): Promise<boolean> {
  const { rows } = await sql<{ host: string; version: string }>`
    select host, product_version as version from process_heartbeats where beat_at > now() - make_interval(secs => ${PROCESS_TIMEOUT_S})`.execute(
    db,
  );
  if (rows.some(({ version }) => version !== getProductVersion()))
    throw new OperatorError('Processes of another version run. Finish the update first.');
  if (isKeyFile && new Set(rows.map(({ host }) => host)).size > 1)
    throw new OperatorError(
      'Processes run on several machines, so set SERVER_KEY in all of them: a new key, a comma and the content of server.key. Restart them, and run this command with the same SERVER_KEY.',
    );
  return rows.length > 0;
}

/** Waits until each running process has loaded the keys of the database at least once. */
export async function waitForRefresh(isRunning: boolean): Promise<void> {
  if (isRunning) await new Promise((resolve) => setTimeout(resolve, 3 * REFRESH_INTERVAL_MS));
}
