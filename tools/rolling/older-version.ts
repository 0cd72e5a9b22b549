import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/source-hash.ts';

const MIGRATIONS = 'apps/server/migrations';
const MAX_BUFFER = 1 << 30;

const git = (...args: string[]): Buffer => execFileSync('git', args, { cwd: root, maxBuffer: MAX_BUFFER });
const lines = (output: Buffer): string[] => output.toString().split('\n').filter(Boolean);

const migrationsOf = (commit: string): number =>
  lines(git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)).filter((file) => file.endsWith('.sql')).length;

/** The newest commit of this line that has fewer migrations than there are now. */
export function findOlder(): string {
  const now = readdirSync(path.join(root, MIGRATIONS)).filter((file) => file.endsWith('.sql')).length;
  const older = lines(git('rev-list', '--first-parent', 'HEAD')).find((commit) => migrationsOf(commit) < now);
  if (!older) throw new Error('The history that is here has no commit with fewer migrations: fetch more of it, or name a commit.');
  return older;
}

export interface Checkout {
  root: string;
  /** As git names it. */
  commit: string;
  remove(): void;
}

/** Checks out a commit into a separate folder and installs its packages. */
export function checkOut(named: string): Checkout {
  const commit = git('rev-parse', '--verify', `${named}^{commit}`).toString().trim();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-older-'));
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: git('archive', commit) });
  if (unpacked.status !== 0) throw new Error(`The commit could not be unpacked: ${unpacked.stderr.toString()}`);
  installPackages(folder);
  return { root: folder, commit: commit.slice(0, 8), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links our packages when both versions use the same lock file; otherwise installs those of the older version. */
function installPackages(folder: string): void {
  const lock = (of: string) => readFileSync(path.join(of, 'package-lock.json'), 'utf8');
  const linked =
    lock(folder) === lock(root) && foldersOfPackages().every((name) => linkFolder(path.join(root, name), path.join(folder, name)));
  if (linked) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages of the older version could not be installed');
}

const foldersOfPackages = () =>
  ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules', 'apps/screen/node_modules'].filter((name) =>
    existsSync(path.join(root, name)),
  );

/** False where the two are on different file systems. */
const linkFolder = (from: string, to: string): boolean => spawnSync('cp', ['-al', from, to]).status === 0;

/** Replaces the migrations of the older version by ours. Everything that changes the schema is in these files. */
export const takeMigrations = ({ root: folder }: Checkout): void =>
  cpSync(path.join(root, MIGRATIONS), path.join(folder, MIGRATIONS), { recursive: true });
