/** Which licences may be shipped, and the exceptions with their reasons. */
import type { ShippedPackage } from './shipped-packages.ts';

/** Permissive licences, and licences of data and fonts that only require credit. */
export const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

export interface LicenceException {
  /** Matches the names of packages. */
  name: RegExp;
  /** Licences in their package.json. If a new version declares another one, the exception no longer applies. */
  declared: readonly (string | undefined)[];
  /** The licence that applies. */
  licence: string;
  reason: string;
}

export const EXCEPTIONS: readonly LicenceException[] = [
  {
    name: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    declared: ['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
    licence: 'LGPL-3.0-or-later',
    reason:
      'libvips and its libraries, unmodified and in files of their own that can be replaced. Sources: github.com/lovell/sharp-libvips.',
  },
  {
    name: /^libheif-js$/,
    declared: ['LGPL-3.0'],
    licence: 'LGPL-3.0',
    reason: 'libheif as WebAssembly, unmodified and in a package of its own that can be replaced. Sources: github.com/strukturag/libheif.',
  },
  {
    name: /^(exifreader|ical\.js|mediabunny|satori)$/,
    declared: ['MPL-2.0'],
    licence: 'MPL-2.0',
    reason: 'Unmodified; the licence covers the files of the package alone, which contain the source.',
  },
  {
    name: /^@seydx\/node-av-/,
    declared: ['MIT'],
    licence: 'GPL-3.0-or-later with libfdk-aac (not redistributable)',
    reason:
      'package.json says MIT, but the binary contains an FFmpeg built with --enable-gpl --enable-version3 --enable-libfdk-aac. npm downloads it to the machine of the operator; nothing that we pass on may contain it. The container uses the FFmpeg of Debian.',
  },
  { name: /^combine-errors$/, declared: [undefined], licence: 'MIT', reason: 'Stated in its Readme.md; package.json has no licence.' },
  {
    name: /^xmlhttprequest-ssl$/,
    declared: [undefined],
    licence: 'MIT',
    reason: 'Stated in its LICENSE file; package.json uses the old field "licenses".',
  },
  {
    name: /^@shinyoshiaki\/jspack$/,
    declared: [undefined],
    licence: 'BSD-3-Clause',
    reason: 'Stated in its LICENSE file; package.json has no licence.',
  },
];

type Licensed = Pick<ShippedPackage, 'name' | 'version' | 'licence'>;

export const findException = ({ name, licence }: Licensed, exceptions = EXCEPTIONS): LicenceException | undefined =>
  exceptions.find((exception) => exception.name.test(name) && exception.declared.includes(licence));

/** Returns true when an SPDX expression without nested parentheses allows the use of a package. */
export function isAllowed(expression: string): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(/ OR /);
  return alternatives.some((alternative) => alternative.split(/ AND /).every((licence) => ALLOWED.has(licence.trim())));
}

/** Returns a sentence for each shipped package whose licence is missing or not allowed, and for each exception that applies to no package. */
export function findLicenceFaults(packages: readonly Licensed[], exceptions = EXCEPTIONS): string[] {
  const faults = packages
    .filter((shipped) => !findException(shipped, exceptions) && !(shipped.licence && isAllowed(shipped.licence)))
    .map(({ name, version, licence }) => `${name}@${version}: the licence ${licence ?? '(none)'} may not be shipped`);
  const unused = exceptions
    .filter((exception) => !packages.some((shipped) => findException(shipped, exceptions) === exception))
    .map(({ name }) => `licence-policy.ts: the exception ${name} applies to no package`);
  return [...faults, ...unused];
}
