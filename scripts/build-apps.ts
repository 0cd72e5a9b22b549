import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { hashSources, root } from './source-hash.ts';

/** Quality 11 saves one percent more and takes ten times as long. */
const BROTLI_QUALITY = 9;
const packages = ['packages/contract', 'packages/playback', 'packages/stage', 'packages/widgets'];

export function buildApps({ onlyIfStale }: { onlyIfStale: boolean }): void {
  for (const app of ['apps/web', 'apps/screen']) {
    const stamp = path.join(root, app, 'dist', '.source-hash');
    const hash = hashSources([app, ...packages]);
    if (onlyIfStale && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue;
    console.log(`Building ${app}…`);
    const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const flags = ['build', '--logLevel', 'warn'];
    const result = spawnSync(process.execPath, [vite, ...flags], { cwd: path.join(root, app), stdio: 'inherit' });
    if (result.status !== 0) throw new Error(`The build of ${app} failed`);
    compressFiles(path.join(root, app, 'dist'));
    writeFileSync(stamp, hash);
  }
}

/** Writes compressed copies next to each text file, so that the server does not compress it for every visitor. */
function compressFiles(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => /\.(js|css|html|svg|json)$/.test(name))) {
    const file = path.join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }));
  }
}
