import type pg from 'pg';
import { checkValueOf, parseServerKey, readServerKey, serverKeyFile } from '../security/server-key.ts';
import type { Storage } from '../storage/storage.ts';
import { writeOnce } from '../write-once.ts';
import { BackupError, type Manifest } from './backup-manifest.ts';
import { storeText } from './backup-parts.ts';

type BackedUpKey = Manifest['serverKey'];

/**
 * Stores the key file next to the database that is encrypted with it. A key that comes from the environment stays out of the backup: the
 * operator keeps it.
 */
export async function storeServerKey(client: pg.Client, place: Storage, folder: string, dataDir: string): Promise<BackedUpKey> {
  const { rows } = await client.query<{ wrapped_by: string | null }>(
    'select wrapped_by from server_keys where wrapped_by is not null limit 1',
  );
  const checkValue = rows[0]?.wrapped_by;
  if (!checkValue) return null;
  const key = await readServerKey(dataDir);
  const isOfDatabase = key !== undefined && checkValueOf(key) === checkValue;
  return { checkValue, part: isOfDatabase ? await storeText(place, `${folder}/server.key`, `${key.toString('base64')}\n`) : null };
}

/** The data folder and settings that the restored database will be opened with. */
export interface KeyTarget {
  dataDir: string;
  /** From SERVER_KEY. */
  serverKey: Buffer | undefined;
}

/** Throws BackupError when the restored database could not be opened with the available keys. */
export async function assertServerKey(backedUp: BackedUpKey, { dataDir, serverKey }: KeyTarget): Promise<void> {
  if (!backedUp) return;
  const key = serverKey ?? (await readServerKey(dataDir));
  if (key && checkValueOf(key) === backedUp.checkValue) return;
  if (serverKey) throw new BackupError('The backup was made with another SERVER_KEY. Set SERVER_KEY to that one, or leave it out.');
  if (key)
    throw new BackupError(
      `The backup was made with another server key than the one in ${serverKeyFile(dataDir)}. Restore into a new DATA_DIR.`,
    );
  if (!backedUp.part) throw new BackupError('The backup does not contain its server key. Set SERVER_KEY to the one it was made with.');
}

/** Writes the key of the backup into the data folder, unless SERVER_KEY replaces it. */
export async function restoreServerKey(place: Storage, backedUp: BackedUpKey, { dataDir, serverKey }: KeyTarget): Promise<void> {
  if (!backedUp?.part || serverKey) return;
  const chunks: Buffer[] = [];
  for await (const chunk of await place.openRead(backedUp.part.key)) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks).toString();
  if (!parseServerKey(content)) throw new BackupError('The server key in the backup is damaged.');
  await writeOnce(serverKeyFile(dataDir), content);
}
