import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageMatcher } from './page-matcher.ts';

let root: string;
const write = (addresses: string[]) => writeFile(path.join(root, 'pages', 'addresses.json'), JSON.stringify(addresses));
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-addresses-'));
  await mkdir(path.join(root, 'pages'));
  await write(['/', '/aboutUs', '/main/media', '/admin/users/$userId']);
});
afterAll(() => rm(root, { recursive: true }));

test.each(['', 'aboutUs', 'aboutus/', 'main/media', 'admin/users/17'])('accepts "%s" as a page', (wanted) => {
  expect(createPageMatcher(root)(wanted)).toBe(true);
});

test.each(['about', 'main', 'main/media/x', 'admin/users/17/x', 'mainXmedia', '..%2faboutUs'])(
  'does not accept "%s" as a page',
  (wanted) => {
    expect(createPageMatcher(root)(wanted)).toBe(false);
  },
);

test('reads the addresses again after a new build', async () => {
  const isPage = createPageMatcher(root);
  expect(isPage('faq')).toBe(false);
  await write(['/faq']);
  await utimes(path.join(root, 'pages', 'addresses.json'), 1, 1);
  expect([isPage('faq'), isPage('aboutUs')]).toEqual([true, false]);
});
