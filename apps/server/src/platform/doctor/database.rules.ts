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
    : ok('Database', `PostgreSQL ${major}.${versionNumber % 10_000} answers`);
}

export function judgeConnections({ maxConnections, usedConnections }: DatabaseFacts): Finding {
  const check = 'Connections';
  const says = `${usedConnections} of ${maxConnections} connections are in use`;
  const todo = `A process takes up to ${PER_PROCESS}. Raise max_connections, or put PgBouncer between.`;
  if (maxConnections < PER_PROCESS) return fault(check, `The database gives ${maxConnections} connections at most`, todo);
  return usedConnections > maxConnections * NEARLY_ALL ? warning(check, says, todo) : ok(check, says);
}

export function judgeMigrations({ applied, known, isRestoring }: DatabaseFacts): Finding {
  const check = 'Migrations';
  const unknown = applied.filter((name) => !known.includes(name));
  if (isRestoring) return fault(check, 'A restore into this database did not end', 'Run “npm run restore” again.');
  if (unknown.length > 0)
    return fault(
      check,
      `The database has ${unknown.slice(0, 3).join(', ')}, which this version does not know`,
      'Start the version that made it.',
    );
  const waiting = known.length - applied.length;
  if (applied.length === 0) return ok(check, 'The database is empty; the first start fills it');
  return waiting > 0
    ? warning(check, `${waiting} migrations have not run`, 'Take a backup and start the product, which runs them.')
    : ok(check, `All ${known.length} have run`);
}

/** What must not be off, or what is stored can be lost by a power cut. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'];

export function judgeSettings({ settings, encoding }: DatabaseFacts): Finding[] {
  const off = DURABLE.filter((name) => settings[name] === 'off');
  const found: Finding[] = [];
  if (encoding !== 'UTF8') found.push(fault('Encoding', `The database is in ${encoding}`, 'Make one in UTF8: createdb -E UTF8.'));
  if (off.length > 0)
    found.push(
      fault('Durability', `${off.join(' and ')} are off: a power cut loses what was acknowledged`, 'Turn them on in postgresql.conf.'),
    );
  return found.length > 0 ? found : [ok('Durability', 'What is acknowledged is on the disk')];
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
      fault(check, 'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases', 'Let both lead to the same server and database.'),
    );
  if (!keepsStatements)
    found.push(
      fault(check, 'Prepared statements are lost between transactions', 'Use PgBouncer 1.21 or newer with max_prepared_statements = 400.'),
    );
  if (settings['jit'] !== 'off')
    found.push(warning(check, 'The role compiles statements, which slows searches', 'alter role NAME set jit = off;'));
  if (settings['statement_timeout'] === '0')
    found.push(warning(check, 'The role has no limit for statements', "alter role NAME set statement_timeout = '30s';"));
  return found.length > 0 ? found : [ok(check, 'It keeps prepared statements, and the role has its settings')];
}
