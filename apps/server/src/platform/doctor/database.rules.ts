import { createError, createOk, createWarning, type Finding } from './finding.ts';

const MIN_MAJOR_VERSION = 15;
/** Maximum number of connections of a process, including those that listen. */
const CONNECTIONS_PER_PROCESS = 14;
const CONNECTION_WARNING_SHARE = 0.9;

export interface DatabaseStatus {
  versionNumber: number;
  encoding: string;
  maxConnections: number;
  usedConnections: number;
  settings: Record<string, string>;
  applied: string[];
  known: string[];
  isRestoring: boolean;
}

export function checkVersion({ versionNumber }: DatabaseStatus): Finding {
  const major = Math.floor(versionNumber / 10_000);
  return major < MIN_MAJOR_VERSION
    ? createError('Database', `PostgreSQL ${major} is too old`, `Use PostgreSQL ${MIN_MAJOR_VERSION} or newer.`)
    : createOk('Database', `PostgreSQL ${major}.${versionNumber % 10_000} is running`);
}

export function checkConnections({ maxConnections, usedConnections }: DatabaseStatus): Finding {
  const check = 'Connections';
  const message = `${usedConnections} of ${maxConnections} connections are in use`;
  const action = `Each process uses up to ${CONNECTIONS_PER_PROCESS} connections. Increase max_connections or use PgBouncer.`;
  if (maxConnections < CONNECTIONS_PER_PROCESS) return createError(check, `The database allows only ${maxConnections} connections`, action);
  return usedConnections > maxConnections * CONNECTION_WARNING_SHARE ? createWarning(check, message, action) : createOk(check, message);
}

export function checkMigrations({ applied, known, isRestoring }: DatabaseStatus): Finding {
  const check = 'Migrations';
  const unknown = applied.filter((name) => !known.includes(name));
  if (isRestoring) return createError(check, 'A restore into this database didn’t finish', 'Run “npm run restore” again.');
  if (unknown.length > 0)
    return createError(
      check,
      `The database has migrations that this version doesn’t know: ${unknown.slice(0, 3).join(', ')}`,
      'Start the version that created the database.',
    );
  const waiting = known.length - applied.length;
  if (applied.length === 0) return createOk(check, 'The database is empty and will be set up at the first start');
  return waiting > 0
    ? createWarning(
        check,
        waiting === 1 ? '1 migration hasn’t run yet' : `${waiting} migrations haven’t run yet`,
        'Create a backup, then start Vitrine to run them.',
      )
    : createOk(check, `All ${known.length} migrations have run`);
}

/** Settings that must be on, because otherwise a power cut can lose stored data. */
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'];

export function checkSettings({ settings, encoding }: DatabaseStatus): Finding[] {
  const off = DURABILITY_SETTINGS.filter((name) => settings[name] === 'off');
  const found: Finding[] = [];
  if (encoding !== 'UTF8')
    found.push(createError('Encoding', `The database encoding is ${encoding}`, 'Create a UTF8 database: createdb -E UTF8.'));
  if (off.length > 0)
    found.push(
      createError(
        'Durability',
        `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off, so a power cut can lose saved data`,
        'Turn them on in postgresql.conf.',
      ),
    );
  return found.length > 0 ? found : [createOk('Durability', 'Saved data survives a power cut')];
}

/** State of DATABASE_URL when DATABASE_DIRECT_URL indicates that it leads to a pooler. */
export interface PoolerStatus {
  settings: Record<string, string>;
  /** True when a prepared statement still works after the pooler assigned another connection. */
  keepsStatements: boolean;
  isSameDatabase: boolean;
  /** Whether DATABASE_URL leads to a pooler. */
  isPooled: boolean;
  /** Whether DATABASE_DIRECT_URL leads to a pooler. */
  isDirectPooled: boolean;
  isInSessionMode: boolean;
}

/** Listening for live messages and locks of a session fail through a pooler. */
export const createMissingDirectUrlError = (): Finding =>
  createError(
    'Pooler',
    'DATABASE_URL leads to a pooler, and DATABASE_DIRECT_URL isn’t set',
    'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  );

/** PgBouncer ignores settings of clients, so the role or the database must have them. */
export function checkPooler(status: PoolerStatus): Finding[] {
  const { settings, keepsStatements, isSameDatabase, isPooled, isDirectPooled, isInSessionMode } = status;
  const check = 'Pooler';
  const found: Finding[] = [];
  if (!isSameDatabase)
    found.push(
      createError(
        check,
        'DATABASE_URL and DATABASE_DIRECT_URL point to different databases',
        'Point both to the same server and database.',
      ),
    );
  if (isDirectPooled)
    found.push(createError(check, 'DATABASE_DIRECT_URL leads to a pooler', 'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'));
  if (isPooled && isInSessionMode)
    found.push(
      createWarning(
        check,
        'The pooler works in session mode, so it doesn’t reduce the number of connections',
        'Set pool_mode = transaction in pgbouncer.ini.',
      ),
    );
  if (!keepsStatements)
    found.push(
      createError(
        check,
        'Prepared statements are lost between transactions',
        'Use PgBouncer 1.21 or newer with max_prepared_statements = 400.',
      ),
    );
  if (settings['jit'] !== 'off')
    found.push(createWarning(check, 'JIT is on for this role, which slows down searches', 'alter role NAME set jit = off;'));
  if (settings['statement_timeout'] === '0')
    found.push(createWarning(check, 'The role has no statement timeout', "alter role NAME set statement_timeout = '30s';"));
  return found.length > 0 ? found : [createOk(check, 'Prepared statements are kept, and the role is configured')];
}
