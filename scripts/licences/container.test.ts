import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../checks/source-files.ts';

const containerfile = readFileSync(path.join(root, 'deploy/Containerfile'), 'utf8');
/** Cleanup commands after `npm ci` in the stage with the server's packages. */
const cleanUp = /^RUN npm ci --omit=dev [^&]*&& (find [\s\S]*?)$(?<!\\)/m.exec(containerfile)?.[1] ?? '';

const KEPT = [
  'a/index.js',
  'a/LICENSE',
  'a/LICENSE.md',
  'a/license.md',
  'a/LICENCE.md',
  'a/NOTICE.md',
  'a/ThirdPartyNotices.md',
  '@img/sharp-libvips-linux-x64/README.md',
];
const REMOVED = [
  'a/README.md',
  'a/CHANGELOG.md',
  'a/index.d.ts',
  'a/index.js.map',
  'node-av/index.js',
  '@seydx/node-av-linux-x64/node-av.node',
];

it.skipIf(process.platform === 'win32')('the container build keeps licence files and removes the FFmpeg of node-av', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-container-'));
  for (const file of [...KEPT, ...REMOVED]) {
    const target = path.join(folder, 'node_modules', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, '');
  }
  execFileSync('sh', ['-e', '-c', cleanUp], { cwd: folder });
  const found = [...KEPT, ...REMOVED].filter((file) => existsSync(path.join(folder, 'node_modules', file)));
  rmSync(folder, { recursive: true });
  expect(found).toEqual(KEPT);
});

it('the container image contains Debian’s FFmpeg and the licence and notices of Vitrine', () => {
  const image = containerfile.slice(containerfile.indexOf('\nFROM ${BASE}\n'));
  expect(image).toMatch(/apt-get install .*\bffmpeg\b/);
  expect(image).toMatch(/^COPY LICENSE THIRD_PARTY_NOTICES /m);
});
