import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

function filesIn(name: string): string[] {
  const place = path.join(root, name);
  if (statSync(place).isFile()) return [place];
  const entries = readdirSync(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.filter((file) => !/[/\\](node_modules|dist)[/\\]|\.test\.tsx?$/.test(file)).sort();
}

/** Says whether something built from these files and folders, and from the installed packages, is stale. */
export function hashOf(places: string[]): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const file of places.flatMap(filesIn)) hash.update(path.relative(root, file)).update(readFileSync(file));
  // What the web app takes from the environment is built in.
  const names = Object.keys(process.env).filter((key) => key.startsWith('VITE_'));
  for (const name of names.sort()) hash.update(`${name}=${process.env[name]}`);
  return hash.digest('hex');
}
