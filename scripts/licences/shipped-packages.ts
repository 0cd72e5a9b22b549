/** The npm packages that reach users: dependencies of the server, and of the builds of the web app and the screen. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../checks/source-files.ts';

/** An entry of `packages` in package-lock.json. */
export interface LockedPackage {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Lock = Readonly<Record<string, LockedPackage>>;

export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression of the package, or undefined if its package.json has none. */
  licence: string | undefined;
  /** Folder from the root of the repository. */
  folder: string;
  /** Digest of the archive in the registry: `sha512-` and base64. */
  integrity: string | undefined;
  /** True for packages that npm installs on some platforms only, with everything that only they need. */
  isForOnePlatform: boolean;
}

const APPS = ['apps/server', 'apps/web', 'apps/screen'];
/** Development dependencies whose own code becomes a part of the bundles. */
const BUNDLERS = ['node_modules/vite', 'node_modules/rolldown'];

export const readLock = (): Lock =>
  (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> }).packages;

/** Lists the shipped packages of all platforms, by name and version. */
export function listShippedPackages(lock: Lock): ShippedPackage[] {
  const onAllPlatforms = collect(lock, APPS, (locked) => !isPlatformPackage(locked));
  const onAnyPlatform = collect(lock, [...APPS, ''], () => true, lock['']?.optionalDependencies);
  const folders = new Set([...onAllPlatforms, ...onAnyPlatform, ...BUNDLERS.filter((folder) => lock[folder])]);
  return [...folders]
    .map((folder) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: lock[folder]?.version ?? '',
      licence: lock[folder]?.license,
      folder,
      integrity: lock[folder]?.integrity,
      isForOnePlatform: !onAllPlatforms.has(folder) && !BUNDLERS.includes(folder),
    }))
    .toSorted((a, b) => compareStrings(a.name, b.name) || compareStrings(a.version, b.version));
}

/** Compares by code units, because locales differ between machines. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isPlatformPackage = ({ os, cpu }: LockedPackage): boolean => os !== undefined || cpu !== undefined;

/** Follows dependencies from `roots` to all packages that `isWanted` accepts. `rootDependencies` are the dependencies of the root package. */
function collect(
  lock: Lock,
  roots: readonly string[],
  isWanted: (locked: LockedPackage) => boolean,
  rootDependencies: Record<string, string> = {},
): Set<string> {
  const collected = new Set<string>();
  const pending = [...roots];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    const locked = lock[parent];
    const names = parent === '' ? rootDependencies : { ...locked?.dependencies, ...locked?.optionalDependencies };
    for (const name of Object.keys(names)) {
      const folder = resolve(lock, parent, name);
      const target = folder === undefined ? undefined : lock[folder];
      if (folder === undefined || !target) continue;
      if (target.link) {
        // A workspace is our own code. Only its dependencies are listed.
        if (target.resolved && !roots.includes(target.resolved)) pending.push(target.resolved);
      } else if (!collected.has(folder) && isWanted(target)) {
        collected.add(folder);
        pending.push(folder);
      }
    }
  }
  return collected;
}

/** Finds the folder that Node would load `name` from, for code in `parent`. */
function resolve(lock: Lock, parent: string, name: string): string | undefined {
  for (let folder = parent; ; folder = parentOf(folder)) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock[candidate]) return candidate;
    if (folder === '') return undefined;
  }
}

const parentOf = (folder: string): string => {
  const at = folder.lastIndexOf('/node_modules/');
  return at === -1 ? '' : folder.slice(0, at);
};

const LICENCE_FILE = /^(licen[cs]e|copying|copyright|notice|third[-_]party)/i;

/** Reads the licence files of an installed package; none if the package has none or is not installed. */
export function readLicenceTexts(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
  return names
    .filter((name) => LICENCE_FILE.test(name))
    .toSorted(compareStrings)
    .map((name) =>
      readFileSync(path.join(root, folder, name), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    );
}
