import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../testing/shared-test-app.ts';
import type { TestApp } from '../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e%2fpackage.json',
  '/..%5cpackage.json',
  '/screen/..%2fpackage.json',
  '/screen/..%2f..%2fserver%2fpackage.json',
  '/.git/config',
  '/package.json',
  '/src/main.tsx',
])('serves no file outside of the built apps for %s', async (url) => {
  const answer = await test.app.inject(url);
  expect(answer.body).not.toMatch(/"dependencies"|\[core\]|import /);
});

it.each(['/assets/', '/assets', '/screen/assets/'])('lists no folder for %s', async (url) => {
  expect((await test.app.inject(url)).body).not.toMatch(/\.(js|css)\b.*\.(js|css)\b/s);
});
