import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './source-files.ts';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

it('package-lock.json has a version and a SHA-512 digest for every package', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(100);
  const unlocked = installed.filter(([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-'));
  expect(unlocked.map(([folder]) => folder)).toEqual([]);
});

it.each(['.', 'apps/server', 'apps/web', 'apps/screen', 'packages/contract', 'packages/playback', 'packages/stage', 'packages/widgets'])(
  '%s/package.json has exact versions',
  (folder) => {
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    const named = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.entries(manifest[kind] ?? {}));
    expect(named.filter(([name, range]) => !name.startsWith('@vitrine/') && !/^\d+\.\d+\.\d+/.test(range))).toEqual([]);
  },
);
