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
