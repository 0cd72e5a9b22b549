import { type Finding, fault, ok, warning } from './finding.ts';

const OLDEST_MAJOR = 15;
/** A process takes so many at most, beside those that listen. */
const PER_PROCESS = 14;
const NEARLY_ALL = 0.9;

export interface DatabaseFacts {
  versionNumber: number;
  encoding: string;
  maxConnections: number;
  usedConnections: number;
  settings: Record<string, string>;
  applied: string[];
  known: string[];
  isRestoring: boolean;
}

export function judgeVersion({ versionNumber }: DatabaseFacts): Finding {
  const major = Math.floor(versionNumber / 10_000);
  return major < OLDEST_MAJOR
    ? fault('Database', `PostgreSQL ${major} is too old`, `Use PostgreSQL ${OLDEST_MAJOR} or newer.`)
    : ok('Database', `PostgreSQL ${major}.${versionNumber % 10_000} is running`);
}

export function judgeConnections({ maxConnections, usedConnections }: DatabaseFacts): Finding {
  const check = 'Connections';
  const says = `${usedConnections} of ${maxConnections} connections are in use`;
  const todo = `Each process uses up to ${PER_PROCESS} connections. Increase max_connections or use PgBouncer.`;
  if (maxConnections < PER_PROCESS) return fault(check, `The database allows only ${maxConnections} connections`, todo);
  return usedConnections > maxConnections * NEARLY_ALL ? warning(check, says, todo) : ok(check, says);
}

export function judgeMigrations({ applied, known, isRestoring }: DatabaseFacts): Finding {
  const check = 'Migrations';
  const unknown = applied.filter((name) => !known.includes(name));
  if (isRestoring) return fault(check, 'A restore into this database didn’t finish', 'Run “npm run restore” again.');
  if (unknown.length > 0)
    return fault(
      check,
      `The database has migrations that this version doesn’t know: ${unknown.slice(0, 3).join(', ')}`,
      'Start the version that created the database.',
    );
  const waiting = known.length - applied.length;
  if (applied.length === 0) return ok(check, 'The database is empty and will be set up at the first start');
  return waiting > 0
    ? warning(
        check,
        waiting === 1 ? '1 migration hasn’t run yet' : `${waiting} migrations haven’t run yet`,
        'Create a backup, then start Vitrine to run them.',
      )
    : ok(check, `All ${known.length} migrations have run`);
}

/** What must not be off, or what is stored can be lost by a power cut. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'];

export function judgeSettings({ settings, encoding }: DatabaseFacts): Finding[] {
  const off = DURABLE.filter((name) => settings[name] === 'off');
  const found: Finding[] = [];
  if (encoding !== 'UTF8')
    found.push(fault('Encoding', `The database encoding is ${encoding}`, 'Create a UTF8 database: createdb -E UTF8.'));
  if (off.length > 0)
    found.push(
      fault(
        'Durability',
        `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off, so a power cut can lose saved data`,
        'Turn them on in postgresql.conf.',
      ),
    );
  return found.length > 0 ? found : [ok('Durability', 'Saved data survives a power cut')];
}

/** What DATABASE_URL gives where DATABASE_DIRECT_URL says that it leads to a pooler. */
export interface PoolerFacts {
  settings: Record<string, string>;
  /** Whether a statement prepared by one connection is found when the pooler gives it another of its own. */
  keepsStatements: boolean;
  isSameDatabase: boolean;
}

/** PgBouncer takes no settings from whoever connects: the role or the database has to have them. */
export function judgePooler({ settings, keepsStatements, isSameDatabase }: PoolerFacts): Finding[] {
  const check = 'Pooler';
  const found: Finding[] = [];
  if (!isSameDatabase)
    found.push(
      fault(check, 'DATABASE_URL and DATABASE_DIRECT_URL point to different databases', 'Point both to the same server and database.'),
    );
  if (!keepsStatements)
    found.push(
      fault(check, 'Prepared statements are lost between transactions', 'Use PgBouncer 1.21 or newer with max_prepared_statements = 400.'),
    );
  if (settings['jit'] !== 'off')
    found.push(warning(check, 'JIT is on for this role, which slows down searches', 'alter role NAME set jit = off;'));
  if (settings['statement_timeout'] === '0')
    found.push(warning(check, 'The role has no statement timeout', "alter role NAME set statement_timeout = '30s';"));
  return found.length > 0 ? found : [ok(check, 'Prepared statements are kept, and the role is configured')];
}
