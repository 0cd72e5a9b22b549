import { describe, expect, it } from 'vitest';
import { createBillOfMaterials } from './bill-of-materials.ts';
import { EXCEPTIONS, findLicenceFaults, isAllowed } from './licence-policy.ts';
import { renderNotices } from './notices.ts';
import { type LockedPackage, listShippedPackages, readLock } from './shipped-packages.ts';

const shipped = (name: string, licence: string | undefined) => ({ name, version: '1.0.0', licence });

describe('findLicenceFaults', () => {
  it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-3.0', 'SSPL-1.0', 'SEE LICENSE IN LICENSE.txt', 'MIT AND GPL-2.0-only', undefined])(
    'rejects %s without an exception',
    (licence) =>
      expect(findLicenceFaults([shipped('a', licence)], [])).toEqual([`a@1.0.0: the licence ${licence ?? '(none)'} may not be shipped`]),
  );

  it('applies an exception only to the licence that it names', () => {
    const exceptions = EXCEPTIONS.filter(({ name }) => name.test('exifreader'));
    expect(findLicenceFaults([shipped('exifreader', 'MPL-2.0')], exceptions)).toEqual([]);
    expect(findLicenceFaults([shipped('exifreader', 'AGPL-3.0-only')], exceptions)).toHaveLength(2);
  });

  it('reports an exception that applies to no package', () => {
    expect(findLicenceFaults([], EXCEPTIONS)).toHaveLength(EXCEPTIONS.length);
  });

  it('reports a GPL package among the dependencies of the lock file', () => {
    const lock = readLock();
    const planted: Record<string, LockedPackage> = {
      ...lock,
      'apps/web': { ...lock['apps/web'], dependencies: { ...lock['apps/web']?.dependencies, planted: '1.0.0' } },
      'node_modules/planted': { version: '1.0.0', license: 'GPL-3.0-or-later' },
    };
    expect(findLicenceFaults(listShippedPackages(planted))).toEqual(['planted@1.0.0: the licence GPL-3.0-or-later may not be shipped']);
  });
});

it.each([
  ['(MIT OR GPL-2.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
])('isAllowed(%s) returns %s', (expression, expected) => expect(isAllowed(expression)).toBe(expected));

describe('shipped packages', () => {
  const packages = listShippedPackages(readLock());

  it('are all in the bill of materials with their digests and licences', () => {
    const { components } = createBillOfMaterials('1.2.3', packages);
    expect(components).toHaveLength(new Set(packages.map(({ name, version }) => `${name}@${version}`)).size);
    expect(components.filter(({ hashes, licenses }) => !/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? '') || licenses.length === 0)).toEqual(
      [],
    );
    expect(components.find(({ purl }) => purl.startsWith('pkg:npm/%40seydx/node-av-linux-x64@'))?.licenses).toEqual([
      { license: { name: 'GPL-3.0-or-later with libfdk-aac (not redistributable)' } },
    ]);
    expect(components.find(({ name }) => name === 'type-fest')?.licenses).toEqual([{ expression: '(MIT OR CC0-1.0)' }]);
  });

  it('are all in the notices with the texts of their licences', () => {
    const notices = renderNotices(packages);
    expect(packages.filter(({ name, version }) => !notices.includes(`\n${name} ${version}: `))).toEqual([]);
    expect(notices).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    expect(notices).toContain('The Instrument Sans Project Authors');
  });
});
