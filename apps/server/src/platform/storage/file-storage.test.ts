import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { translateDiskFull } from './disk-full.ts';
import { createFileStorage } from './file-storage.ts';
import type { Storage } from './storage.ts';

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-storage-'));
  storage = await createFileStorage(root, 'this-process');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('file storage', () => {
  it('deletes temporary files of dead processes and old ones', async () => {
    const dead = await createFileStorage(root, 'a-dead-process');
    const [old, fresh, half] = [storage.tempPath(), storage.tempPath(), dead.tempPath()];
    for (const file of [old, fresh, half]) await writeFile(file, 'fresh');
    await utimes(old, 1, 1);
    const minutesAgo = new Date(Date.now() - 120_000);
    for (const file of [fresh, half]) await utimes(file, minutesAgo, minutesAgo);
    await storage.deleteStaleTempFiles(new Set(['this-process']), 3_600_000);
    await expect(stat(old)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(stat(half)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await stat(fresh)).size).toBe(5);
  });

  it('refuses files that would fill the disk', async () => {
    await expect(storage.assertFreeSpace(1000)).resolves.toBeUndefined();
    await expect(storage.assertFreeSpace(1e18)).rejects.toMatchObject({ code: 'DISK_FULL' });
  });

  it('reports a full disk with its own error', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await expect(translateDiskFull(() => Promise.reject(full))).rejects.toMatchObject({ code: 'DISK_FULL', status: 507 });
  });
});
