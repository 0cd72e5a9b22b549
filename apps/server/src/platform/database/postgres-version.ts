import { readdirSync } from 'node:fs';

/** Of the PostgreSQL that npm brings. Each keeps its data in a folder of its own, `postgres-18`. */
export const EMBEDDED_MAJOR = 18;

/**
 * One major version cannot read what another wrote. Beside a folder of another this one would make an empty database, and everything would seem to
 * be lost: it refuses, and says how to bring the data over.
 */
export function assertSameMajorVersion(dataDir: string, major = EMBEDDED_MAJOR): void {
  const there = readdirSync(dataDir).flatMap((name) => /^postgres-(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
  if (there.length === 0 || there.includes(major)) return;
  throw new Error(
    `The database in ${dataDir} uses PostgreSQL ${Math.max(...there)}. This version of Vitrine includes PostgreSQL ${major}, which can’t read it. ` +
      'Nothing was changed. To migrate, use the previous version of Vitrine (git checkout, npm ci):\n' +
      `  DATA_DIR=${dataDir} npm run backup -- /path/to/backup\n` +
      'and then with this one (git checkout it, npm ci):\n' +
      `  DATA_DIR=${dataDir}-new npm run restore -- /path/to/backup\n` +
      `  DATA_DIR=${dataDir}-new npm start`,
  );
}
