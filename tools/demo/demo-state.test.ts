import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readDemoState, removeDemo, saveDemoState } from './demo-state.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-made-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('returns null for a folder that is empty or does not exist', async () => {
  expect(await readDemoState(folder)).toBeNull();
  expect(await readDemoState(path.join(folder, 'not-there'))).toBeNull();
});

it('distinguishes a partly created household from a complete one', async () => {
  await saveDemoState(folder, { state: 'making' });
  expect(await readDemoState(folder)).toEqual({ state: 'making' });
  const screens = [{ deviceId: 'A12345', secret: 'secret' }];
  await saveDemoState(folder, { state: 'made', screens });
  expect(await readDemoState(folder)).toEqual({ state: 'made', screens });
});

it('removes a demo and throws for a folder with other data', async () => {
  await writeFile(path.join(folder, 'postgres.json'), '{}');
  await expect(readDemoState(folder)).rejects.toThrow('contains data that isn’t from the demo');
  await saveDemoState(folder, { state: 'making' });
  await removeDemo(folder);
  expect(existsSync(folder)).toBe(false);
});
