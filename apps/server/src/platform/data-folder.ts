import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Nothing that this process writes can be read by others of the machine. */
const OWNER_ONLY_UMASK = 0o077;
const OWNER_ONLY = 0o700;
/** Belongs to PostgreSQL, which may run as another user and closes its folder itself. */
const OF_POSTGRES = /^postgres-/;

/**
 * The data folder holds photos, mails with links that open accounts, and keys: it is for its owner alone, also where it was made
 * before or copied with wider rights. Sets the umask of the process.
 */
export function openDataFolder(dataDir: string): void {
  process.umask(OWNER_ONLY_UMASK);
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, OWNER_ONLY);
  for (const entry of readdirSync(dataDir, { withFileTypes: true }))
    if (entry.isDirectory() && !OF_POSTGRES.test(entry.name)) chmodSync(path.join(dataDir, entry.name), OWNER_ONLY);
}
