import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const packages = ['packages/contract', 'packages/playback', 'packages/stage'];

function hashOf(folders: string[]): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const folder of folders) {
    const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const sources = files.filter((file) => !/[/\\](node_modules|dist)[/\\]|\.test\.tsx?$/.test(file));
    for (const file of sources.sort()) hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function buildApps({ onlyIfStale }: { onlyIfStale: boolean }): void {
  for (const app of ['apps/web', 'apps/screen']) {
    const stamp = path.join(root, app, 'dist', '.source-hash');
    const hash = hashOf([app, ...packages]);
    if (onlyIfStale && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    console.log(`Building ${app}…`);
    const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const flags = ['build', '--logLevel', 'warn'];
    const result = spawnSync(process.execPath, [vite, ...flags], { cwd: path.join(root, app), stdio: 'inherit' });
    if (result.status !== 0) throw new Error(`${app} does not build`);
    writeFileSync(stamp, hash);
  }
}
