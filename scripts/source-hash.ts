import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

function listFiles(name: string): string[] {
  const target = path.join(root, name);
  if (statSync(target).isFile()) return [target];
  const entries = readdirSync(target, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.filter((file) => !/[/\\](node_modules|dist)[/\\]|\.test\.tsx?$/.test(file)).sort();
}

/** Returns a hash of the given files and folders and of the installed packages. Build outputs with another hash are stale. */
export function hashSources(paths: string[]): string {
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  for (const file of paths.flatMap(listFiles)) hash.update(path.relative(root, file)).update(readFileSync(file));
  // The build contains the environment variables of the web app.
  const names = Object.keys(process.env).filter((key) => key.startsWith('VITE_'));
  for (const name of names.sort()) hash.update(`${name}=${process.env[name]}`);
  return hash.digest('hex');
}
