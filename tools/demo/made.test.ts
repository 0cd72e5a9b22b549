import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepMade, readMade, removeDemo } from './made.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-made-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('finds nothing in a folder that is empty or not there', async () => {
  expect(await readMade(folder)).toBeNull();
  expect(await readMade(path.join(folder, 'not-there'))).toBeNull();
});

it('distinguishes a partly created household from a complete one', async () => {
  await keepMade(folder, { state: 'making' });
  expect(await readMade(folder)).toEqual({ state: 'making' });
  const screens = [{ deviceId: 'A12345', secret: 'secret' }];
  await keepMade(folder, { state: 'made', screens });
  expect(await readMade(folder)).toEqual({ state: 'made', screens });
});

it('removes a demo, and leaves the data of others alone', async () => {
  await writeFile(path.join(folder, 'postgres.json'), '{}');
  await expect(readMade(folder)).rejects.toThrow('contains data that isn’t from the demo');
  await keepMade(folder, { state: 'making' });
  await removeDemo(folder);
  expect(existsSync(folder)).toBe(false);
});
