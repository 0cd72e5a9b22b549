import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, uploadFile } from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('looks through the cache again when it could not be read the first time', async () => {
  const ana = await aPerson(test);
  const { key } = await uploadFile(test, ana, { name: 'photo.jpg', bytes: await aJpeg() });
  const folder = path.join(test.dataDir, 'cache');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'no folder');
  expect((await ana.call('GET', `/uploads?key=${key}&width=160`)).statusCode).toBe(500);
  await rm(folder);
  expect((await ana.call('GET', `/uploads?key=${key}&width=160`)).statusCode).toBe(200);
});
