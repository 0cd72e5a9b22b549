import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/source-hash.ts';

const MIGRATIONS = 'apps/server/migrations';
const MAX_BUFFER = 1 << 30;

const git = (...args: string[]): Buffer => execFileSync('git', args, { cwd: root, maxBuffer: MAX_BUFFER });
const lines = (output: Buffer): string[] => output.toString().split('\n').filter(Boolean);

const countMigrations = (commit: string): number =>
  lines(git('ls-tree', '--name-only', commit, `${MIGRATIONS}/`)).filter((file) => file.endsWith('.sql')).length;

/** Returns the newest first-parent commit with fewer migrations than the working tree. */
export function findOlder(): string {
  const currentCount = readdirSync(path.join(root, MIGRATIONS)).filter((file) => file.endsWith('.sql')).length;
  const older = lines(git('rev-list', '--first-parent', 'HEAD')).find((commit) => countMigrations(commit) < currentCount);
  if (!older) throw new Error('The local history has no commit with fewer migrations. Fetch more history or pass a commit.');
  return older;
}

export interface Checkout {
  root: string;
  /** Abbreviated commit hash. */
  commit: string;
  remove(): void;
}

/** Checks out a commit into a separate folder and installs its packages. */
export function checkOut(revision: string): Checkout {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).toString().trim();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-older-'));
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: git('archive', commit) });
  if (unpacked.status !== 0) throw new Error(`The commit could not be unpacked: ${unpacked.stderr.toString()}`);
  installPackages(folder);
  return { root: folder, commit: commit.slice(0, 8), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links our packages when both versions use the same lock file; otherwise installs those of the older version. */
function installPackages(folder: string): void {
  const lock = (checkout: string) => readFileSync(path.join(checkout, 'package-lock.json'), 'utf8');
  const isLinked =
    lock(folder) === lock(root) && listPackageFolders().every((name) => linkFolder(path.join(root, name), path.join(folder, name)));
  if (isLinked) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages of the older version could not be installed');
}

const listPackageFolders = () =>
  ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules', 'apps/screen/node_modules'].filter((name) =>
    existsSync(path.join(root, name)),
  );

/** Returns false when the folders are on different file systems. */
const linkFolder = (from: string, to: string): boolean => spawnSync('cp', ['-al', from, to]).status === 0;

/** Replaces the migrations of the older version by ours. Everything that changes the schema is in these files. */
export const copyMigrations = ({ root: folder }: Checkout): void =>
  cpSync(path.join(root, MIGRATIONS), path.join(folder, MIGRATIONS), { recursive: true });
