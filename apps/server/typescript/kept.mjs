// Where stripped sources are kept: by the hash of what they were made from, so that one is never older than its source.
import { createHash } from 'node:crypto';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..', '..', '..');
export const sourceFolders = ['apps/server/src', 'packages', 'scripts'].map((folder) => path.join(root, folder));
export const keptFolder = path.join(root, 'node_modules', '.cache', 'vitrine-types');

export const isOurs = (file) =>
  sourceFolders.some((folder) => file.startsWith(folder + path.sep)) && !file.includes(`${path.sep}node_modules${path.sep}`);

export const keptFileOf = (file, source) =>
  path.join(keptFolder, `${createHash('sha256').update(process.version).update(file).update(source).digest('hex').slice(0, 32)}.mjs`);
