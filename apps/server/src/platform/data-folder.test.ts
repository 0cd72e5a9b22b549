import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';

const umask = process.umask();
const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-folder-'));
afterEach(() => {
  process.umask(umask);
  rmSync(root, { recursive: true, force: true });
});

const rightsOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

it('makes the data folder and its new files readable by the owner only', () => {
  const folder = path.join(root, 'data');
  mkdirSync(path.join(folder, 'mail'), { recursive: true, mode: 0o755 });
  mkdirSync(path.join(folder, 'postgres-programs'));
  chmodSync(path.join(folder, 'postgres-programs'), 0o755);
  prepareDataFolder(folder);
  writeFileSync(path.join(folder, 'mail', 'a.eml'), 'a link that opens an account');
  mkdirSync(path.join(folder, 'media'));
  expect(rightsOf(folder)).toBe('700');
  expect(rightsOf(path.join(folder, 'mail'))).toBe('700');
  expect(rightsOf(path.join(folder, 'mail', 'a.eml'))).toBe('600');
  expect(rightsOf(path.join(folder, 'media'))).toBe('700');
  expect(rightsOf(path.join(folder, 'postgres-programs'))).toBe('755');
});

it.runIf(process.getuid?.() === 0)('allows only PostgreSQL’s user to enter the data folder', () => {
  const folder = path.join(root, 'data');
  mkdirSync(path.join(folder, 'postgres-18'), { recursive: true });
  chownSync(path.join(folder, 'postgres-18'), 65_534, 65_534);
  mkdirSync(path.join(folder, 'media'), { mode: 0o755 });
  prepareDataFolder(folder);
  expect(rightsOf(folder)).toBe('711');
  expect(rightsOf(path.join(folder, 'media'))).toBe('700');
});
