import type pg from 'pg';
import { checkValueOf, parseServerKeys, readServerKeys, serializeServerKeys, serverKeyFile } from '../security/server-key.ts';
import { writeOnce } from '../write-once.ts';
import type { BackupPlace } from './backup-encryption.ts';
import { BackupError, type Manifest } from './backup-manifest.ts';
import { readPartAsText, storeText } from './backup-parts.ts';

type BackedUpKey = Manifest['serverKey'];

interface KeyBackup {
  /** Connection whose transaction reads the tables. */
  client: pg.Client;
  /** Connection that sees later commits. */
  secondaryClient: pg.Client;
  place: BackupPlace;
  folder: string;
  dataDir: string;
}

const hasKey = (keys: readonly Buffer[], checkValue: string | undefined): boolean => keys.some((key) => checkValueOf(key) === checkValue);

async function readCheckValue(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ wrapped_by: string | null }>("select wrapped_by from server_keys where name = 'server-key'");
  return rows[0]?.wrapped_by ?? undefined;
}

/**
 * Stores the key file next to the database that is encrypted with it. A key that comes from the environment stays out of the backup: the
 * operator keeps it.
 */
export async function storeServerKey({ client, secondaryClient, place, folder, dataDir }: KeyBackup): Promise<BackedUpKey> {
  const checkValue = await readCheckValue(client);
  if (!checkValue) return null;
  const keys = await readServerKeys(dataDir);
  if (hasKey(keys, checkValue)) return { checkValue, part: await storeText(place, `${folder}/server.key`, serializeServerKeys(keys)) };
  const latest = await readCheckValue(secondaryClient);
  if (latest !== checkValue && hasKey(keys, latest))
    throw new Error('The server keys were rotated during the backup. Run the backup again.');
  return { checkValue, part: null };
}

/** The data folder and settings that the restored database will be opened with. */
export interface KeyTarget {
  dataDir: string;
  /** From SERVER_KEY. */
  serverKey: Buffer | undefined;
  formerServerKeys?: readonly Buffer[];
}

/** Throws BackupError when the restored database could not be opened with the available keys. */
export async function assertServerKey(backedUp: BackedUpKey, { dataDir, serverKey, formerServerKeys = [] }: KeyTarget): Promise<void> {
  if (!backedUp) return;
  const keys = serverKey ? [serverKey, ...formerServerKeys] : await readServerKeys(dataDir);
  if (hasKey(keys, backedUp.checkValue)) return;
  if (serverKey) throw new BackupError('The backup was made with another SERVER_KEY. Set SERVER_KEY to that one, or leave it out.');
  if (keys.length > 0)
    throw new BackupError(
      `The backup was made with another server key than the one in ${serverKeyFile(dataDir)}. Restore into a new DATA_DIR.`,
    );
  if (!backedUp.part) throw new BackupError('The backup does not contain its server key. Set SERVER_KEY to the one it was made with.');
}

/** Writes the key of the backup into the data folder, unless SERVER_KEY replaces it. */
export async function restoreServerKey(place: BackupPlace, backedUp: BackedUpKey, { dataDir, serverKey }: KeyTarget): Promise<void> {
  if (!backedUp?.part || serverKey) return;
  const content = await readPartAsText(place, backedUp.part);
  if (!parseServerKeys(content)) throw new BackupError('The server key in the backup is damaged.');
  await writeOnce(serverKeyFile(dataDir), content);
}
