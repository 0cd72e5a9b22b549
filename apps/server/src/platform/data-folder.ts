import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Files that this process creates can be read by its own user only. */
const OWNER_ONLY_UMASK = 0o077;
const OWNER_ONLY = 0o700;
/** Lets other users enter the folder without listing it. */
const OTHERS_MAY_ENTER = 0o711;
/** Folders of PostgreSQL, which may run as another user and restricts its folder itself. */
const POSTGRES_FOLDER_PATTERN = /^postgres-/;

/**
 * Creates the data folder and restricts it and its folders to their owner, regardless of their previous permissions: it contains photos, emails with links
 * that open accounts, and keys. When PostgreSQL runs as another user, that user can still enter the folder. Sets the umask of the process.
 */
export function prepareDataFolder(dataDir: string): void {
  process.umask(OWNER_ONLY_UMASK);
  mkdirSync(dataDir, { recursive: true });
  const owner = lstatSync(dataDir).uid;
  const entries = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const isPostgresForeign = entries.some(
    ({ name }) => POSTGRES_FOLDER_PATTERN.test(name) && lstatSync(path.join(dataDir, name)).uid !== owner,
  );
  chmodSync(dataDir, isPostgresForeign ? OTHERS_MAY_ENTER : OWNER_ONLY);
  for (const { name } of entries) if (!POSTGRES_FOLDER_PATTERN.test(name)) chmodSync(path.join(dataDir, name), OWNER_ONLY);
}
