import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './source-files.ts';

const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
}

const WORKSPACES = [
  'apps/server',
  'apps/web',
  'apps/screen',
  'packages/contract',
  'packages/playback',
  'packages/stage',
  'packages/widgets',
];
const readManifest = (folder: string) => JSON.parse(readText(path.join(folder, 'package.json'))) as Manifest;
const { version } = readManifest('.');

it.each(WORKSPACES)('%s has the version of the product and depends on the same version of our packages', (folder) => {
  const manifest = readManifest(folder);
  const ours = Object.entries(manifest.dependencies ?? {}).filter(([name]) => name.startsWith('@vitrine/'));
  expect([manifest.version, ...ours.map(([, range]) => range)]).toEqual(Array.from({ length: ours.length + 1 }, () => version));
});

it('CHANGELOG.md starts with the version of the product', () => {
  expect(/^## \[(\d[^\]]*)\]/m.exec(readText('CHANGELOG.md'))?.[1]).toBe(version);
});

it('the last line of releases.txt has the version of the product and an existing migration', () => {
  const [released, migration] = readText('apps/server/migrations/releases.txt').trim().split('\n').at(-1)?.split(' ') ?? [];
  expect(released).toBe(version);
  expect(existsSync(path.join(root, 'apps/server/migrations', `${migration}.sql`))).toBe(true);
});
