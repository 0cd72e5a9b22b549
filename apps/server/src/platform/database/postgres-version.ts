import { readdirSync } from 'node:fs';

/** Major version of the embedded PostgreSQL. Each version has a separate data folder, `postgres-18`. */
export const EMBEDDED_MAJOR = 18;

/**
 * Refuses to start when the data folder has a database of another major version, which this one cannot read. Otherwise an empty database would be created and
 * all data would seem lost. The error explains how to upgrade.
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
