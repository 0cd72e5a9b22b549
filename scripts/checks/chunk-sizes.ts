/** Reports scripts of the web app above the size at which Vite prints a warning during "npm start". */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildApps } from '../build-apps.ts';
import { root } from './source-files.ts';

const MAX_BYTES = 500_000;

export const findLargeChunks = (sizes: ReadonlyMap<string, number>): string[] =>
  [...sizes]
    .filter(([name, bytes]) => name.endsWith('.js') && bytes > MAX_BYTES)
    .map(([name, bytes]) => `${name} has ${bytes} bytes of at most ${MAX_BYTES}: load a part of it on demand`);

/** Builds the web app, unless its build is current, and measures its files. */
export function measureChunks(): Map<string, number> {
  buildApps({ onlyIfStale: true });
  const folder = path.join(root, 'apps/web/dist/assets');
  return new Map(readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).size]));
}
