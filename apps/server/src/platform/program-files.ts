import { readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** apps/server, from the sources as from the bundle, where this module is part of another file. */
export const serverFolder = path.dirname(findPackageJSON('.', import.meta.url) ?? import.meta.filename);

/** In dist the bundler puts every `*-process.ts` and `*-thread.ts` at the place it has in src. */
const isBuilt = !import.meta.filename.endsWith('.ts');

/** The file that a thread or process of ours runs, by its path in src without extension. */
export const getProgramFile = (name: string): URL => pathToFileURL(path.join(serverFolder, isBuilt ? `dist/${name}.js` : `src/${name}.ts`));

let version: string | undefined;

/** The product's, as its package says. */
export function getProductVersion(): string {
  version ??= (JSON.parse(readFileSync(path.join(serverFolder, 'package.json'), 'utf8')) as { version: string }).version;
  return version;
}

const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/** Returns whether any user can read the program and its libraries. Each can be private to the user that installed it, as with umask 077. */
export const canOthersReadProgram = (): boolean =>
  [import.meta.filename, findPackageJSON('pino', import.meta.url)].every((file) => file !== undefined && canOthersRead(file));

/** Returns whether any user can read a file. */
export function canOthersRead(file: string): boolean {
  if ((statSync(file).mode & OTHERS_READ) === 0) return false;
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & OTHERS_ENTER) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
