import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileStorage } from './file-storage.ts';
import { noRoomAsAppError } from './no-room.ts';
import type { Storage } from './storage.ts';

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-storage-'));
  storage = await createFileStorage(root, 'this-process');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(key: string, content: string) {
  const temp = storage.tempPath();
  await writeFile(temp, content);
  await storage.putFile(key, temp);
}

describe('file storage', () => {
  it('moves a temporary file under its key and reads it back, whole and in part', async () => {
    await put('ab/one', 'hello wall');
    expect(await storage.stat('ab/one')).toEqual({ sizeBytes: 10 });
    expect(await text(await storage.openRead('ab/one'))).toBe('hello wall');
    expect(await text(await storage.openRead('ab/one', { start: 6, end: 9 }))).toBe('wall');
  });

  it('keeps a folder of parts, and removes it as one', async () => {
    const temp = storage.tempPath();
    await mkdir(temp);
    await writeFile(path.join(temp, 'main.m3u8'), '#EXTM3U');
    await storage.putFolder('ab/stream', temp);
    expect(await readFile(await storage.localPath('ab/stream/main.m3u8'), 'utf8')).toBe('#EXTM3U');
    expect(await storage.stat('ab/stream')).toBeUndefined();
    await storage.remove('ab/stream');
    expect(await storage.stat('ab/stream/main.m3u8')).toBeUndefined();
    await storage.remove('ab/stream');
  });

  it.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', 'a\\b', '', '.', 'a/.hidden', 'tmp', 'tmp/x', 'a\0b'])(
    'refuses the key %j',
    async (key) => {
      await expect(storage.localPath(key)).rejects.toThrow();
    },
  );

  it('fails at once when the key names nothing', async () => {
    await expect(storage.openRead('ab/none')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('sweeps what writers left behind that are dead, or long ago', async () => {
    const dead = await createFileStorage(root, 'a-dead-process');
    const [old, fresh, half] = [storage.tempPath(), storage.tempPath(), dead.tempPath()];
    for (const file of [old, fresh, half]) await writeFile(file, 'fresh');
    await utimes(old, 1, 1);
    const minutesAgo = new Date(Date.now() - 120_000);
    for (const file of [fresh, half]) await utimes(file, minutesAgo, minutesAgo);
    await storage.sweepTemp(new Set(['this-process']), 3_600_000);
    await expect(stat(old)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(stat(half)).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await stat(fresh)).size).toBe(5);
  });

  it('takes nothing that would leave the system without room', async () => {
    await expect(storage.assertRoom(1000)).resolves.toBeUndefined();
    await expect(storage.assertRoom(1e18)).rejects.toMatchObject({ code: 'DISK_FULL' });
  });

  it('calls a full disk by its name', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await expect(noRoomAsAppError(() => Promise.reject(full))).rejects.toMatchObject({ code: 'DISK_FULL', status: 507 });
  });
});
