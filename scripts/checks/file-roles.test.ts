import { expect, it } from 'vitest';
import { findFilesWithoutRole } from './file-roles.ts';

const check = (...paths: string[]) => findFilesWithoutRole(paths.map((path) => ({ path, text: '' })));

it.each([
  'apps/server/src/modules/albums/sharing.ts',
  'apps/server/src/modules/albums/albums.deps.ts',
  'apps/server/src/modules/devices/bulk/device-outcomes.ts',
  'apps/server/src/modules/files/albums/rendition-cache.ts',
])('reports %s', (path) => {
  expect(check(path)).toEqual([expect.stringMatching(`^${path}: has no role`)]);
});

it('accepts roles, fixed names, entries of processes and threads, listed components and tests', () => {
  expect(
    check(
      'apps/server/src/modules/albums/albums.service.ts',
      'apps/server/src/modules/albums/albums.read-model.ts',
      'apps/server/src/modules/albums/module.ts',
      'apps/server/src/modules/albums/access-cases.ts',
      'apps/server/src/modules/uploads/checksum-thread.ts',
      'apps/server/src/modules/files/rendition-cache.ts',
      'apps/server/src/modules/albums/family-covers.test.ts',
    ),
  ).toEqual([]);
});

it('ignores other folders', () => {
  expect(check('apps/server/src/platform/clock.ts', 'apps/web/src/main.tsx')).toEqual([]);
});
