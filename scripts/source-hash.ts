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

/** Returns a hash of the given files and folders and of the installed packages. Build outputs with another hash are stale. */
export function hashOf(places: string[]): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const file of places.flatMap(filesIn)) hash.update(path.relative(root, file)).update(readFileSync(file));
  // The build contains the environment variables of the web app.
  const names = Object.keys(process.env).filter((key) => key.startsWith('VITE_'));
  for (const name of names.sort()) hash.update(`${name}=${process.env[name]}`);
  return hash.digest('hex');
}
