import { createClient } from '@redis/client';
import { LIVE_STREAM, relayIdKey } from '../live/redis-client.ts';
import { PROCESS_TIMEOUT_S } from '../queue/heartbeat.ts';
import { withDoctorConnection } from './doctor-connection.ts';
import type { RelayStatus } from './relay.rules.ts';

const TIMEOUT_MS = 8000;

/** Compares the Redis of this configuration with the one that each running process uses. Throws when Redis does not respond. */
export async function inspectRelay(redisUrl: string | undefined, databaseUrl: string | undefined): Promise<RelayStatus> {
  return {
    serverId: redisUrl === undefined ? undefined : await readServerId(redisUrl),
    ofProcesses: databaseUrl === undefined ? [] : await readProcessRelays(databaseUrl),
  };
}

/** Returns null for a server that no process has used yet. */
async function readServerId(url: string): Promise<string | null> {
  const client = createClient({ url, socket: { connectTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.get(relayIdKey(LIVE_STREAM));
  } finally {
    client.destroy();
  }
}

/** Returns nothing for a database that cannot be read or is of another version, which the check of the database reports. */
async function readProcessRelays(url: string): Promise<(string | null)[]> {
  const query = `select relay from process_heartbeats where roles && '{api,live}' and beat_at > now() - make_interval(secs => $1)`;
  const read = withDoctorConnection(url, (client) => client.query<{ relay: string | null }>(query, [PROCESS_TIMEOUT_S]));
  return read.then(
    ({ rows }) => rows.map(({ relay }) => relay),
    () => [],
  );
}
