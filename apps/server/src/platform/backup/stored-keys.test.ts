import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { serverFolder } from '../program-files.ts';
import { STORAGE_KEY_COLUMNS } from './stored-keys.ts';

/** Columns with such a name that contain no storage keys. */
const OTHERS = ['key'];

it('finds every column that names a stored file, and fails for unlisted ones', () => {
  const schema = readFileSync(path.join(serverFolder, 'schema.sql'), 'utf8');
  const columns = [...schema.matchAll(/^ {2}(\w*key) text\b/gm)].map(([, name]) => name);
  expect(new Set(columns)).toEqual(new Set([...STORAGE_KEY_COLUMNS, ...OTHERS]));
});
