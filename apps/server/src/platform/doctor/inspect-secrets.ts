import { PROCESS_TIMEOUT_S } from '../queue/heartbeat.ts';
import { checkValueOf, readServerKeys, serverKeyFile } from '../security/server-key.ts';
import { withDoctorConnection } from './doctor-connection.ts';
import type { ServerKeyFacts } from './secrets.rules.ts';

interface KeyTarget {
  dataDir: string;
  serverKey: Buffer | undefined;
  formerServerKeys?: readonly Buffer[];
}

/** Compares the server key of this process with the database's. Throws when the key file is damaged. */
export async function inspectServerKey(
  { dataDir, serverKey, formerServerKeys = [] }: KeyTarget,
  database: Pick<ServerKeyFacts, 'databaseCheckValue' | 'hosts'>,
): Promise<ServerKeyFacts> {
  const keys = serverKey ? [serverKey, ...formerServerKeys] : await readServerKeys(dataDir);
  // There are two keys during a rotation.
  const key = keys.find((each) => checkValueOf(each) === database.databaseCheckValue) ?? keys[0];
  return {
    ...database,
    source: key && (serverKey ? 'SERVER_KEY' : 'file'),
    file: serverKeyFile(dataDir),
    checkValue: key && checkValueOf(key),
  };
}

/** Reads from a migrated database which server key it belongs to, where its processes run and how many versions were uploaded. */
export async function readSecretFacts(url: string) {
  const { rows } = await withDoctorConnection(url, (client) =>
    client.query<{ checkValue: string | null; hosts: number; uploaded: number }>(
      `select (select wrapped_by from server_keys where name = 'server-key') as "checkValue",
        (select count(distinct host)::integer from process_heartbeats where beat_at > now() - make_interval(secs => $1)) as hosts,
        (select count(*)::integer from versions where shell is not null) as uploaded`,
      [PROCESS_TIMEOUT_S],
    ),
  );
  return { databaseCheckValue: rows[0]?.checkValue ?? undefined, hosts: rows[0]?.hosts ?? 0, uploaded: rows[0]?.uploaded ?? 0 };
}
