import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryObjects } from '../../testing/memory-objects.ts';
import { createFileStorage } from './file-storage.ts';
import { createMigrationStorage } from './migration-storage.ts';
import { moveFiles } from './move-files.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let root: string;
let folder: Storage;
let bucket: Storage;
let bucketObjects: Map<string, Buffer>;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-move-'));
  const memory = createMemoryObjects();
  bucketObjects = memory.objects;
  folder = await createFileStorage(path.join(root, 'media'), 'test');
  bucket = await createS3Storage({
    objects: memory.store,
    scratch: path.join(root, 'scratch'),
    processId: 'test',
    cacheBytes: 1e6,
    accelPath: undefined,
  });
  for (const name of ['one', 'two', 'three']) await put(folder, `ab/${name}`, `the bytes of ${name}`);
  const parts = folder.tempPath();
  await mkdir(parts);
  await writeFile(path.join(parts, 'main.m3u8'), '#EXTM3U');
  await writeFile(path.join(parts, 'seg_0.m4s'), 'zero');
  await folder.putFolder('cd/film.hls', parts);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(storage: Storage, key: string, content: string) {
  const temp = storage.tempPath();
  await writeFile(temp, content);
  await storage.putFile(key, temp);
}
const read = async (storage: Storage, key: string) => text(await storage.openRead(key));
async function listAll(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const files of storage.list()) keys.push(...files.map(({ key }) => key));
  return keys;
}
const ALL = ['ab/one', 'ab/three', 'ab/two', 'cd/film.hls/main.m3u8', 'cd/film.hls/seg_0.m4s'];
const none = () => undefined;

describe('moving files from a folder to an object store', () => {
  it('copies and verifies all of them, and deletes the originals only when requested', async () => {
    expect(await moveFiles({ from: folder, to: bucket }, false, none)).toMatchObject({
      moved: 5,
      alreadyPresent: 0,
      missing: 0,
      faults: [],
    });
    expect((await listAll(folder)).sort()).toEqual(ALL);
    expect([...bucketObjects.keys()].sort()).toEqual(ALL);
    expect([...bucketObjects.keys()].filter((key) => key.startsWith('cd/')).at(-1)).toBe('cd/film.hls/main.m3u8');
    expect(await moveFiles({ from: folder, to: bucket }, true, none)).toMatchObject({ moved: 0, alreadyPresent: 5, faults: [] });
    expect(await listAll(folder)).toEqual([]);
    expect(await read(bucket, 'ab/two')).toBe('the bytes of two');
  });

  it('works in the other direction', async () => {
    await moveFiles({ from: folder, to: bucket }, true, none);
    expect(await moveFiles({ from: bucket, to: folder }, true, none)).toMatchObject({ moved: 5, faults: [] });
    expect((await listAll(folder)).sort()).toEqual(ALL);
    expect(bucketObjects.size).toBe(0);
  });

  it('keeps them readable, copyable and removable in either place', async () => {
    const moving = createMigrationStorage(folder, bucket);
    await put(moving, 'ab/new', 'came in the meantime');
    expect(bucketObjects.has('ab/new')).toBe(true);
    expect(await read(moving, 'ab/one')).toBe('the bytes of one');
    expect(await moving.withLocalFile('ab/new', async (file) => (await folder.stat('ab/new')) ?? file)).toContain('copies');
    await moving.copy('ef/copied.hls', 'cd/film.hls');
    await moving.copy('ef/two', 'ab/two');
    expect([...bucketObjects.keys()].sort()).toEqual(['ab/new', 'ef/copied.hls/main.m3u8', 'ef/copied.hls/seg_0.m4s', 'ef/two']);
    await moving.remove('ab/one');
    await moving.remove('cd/film.hls');
    await moveFiles({ from: folder, to: bucket }, true, none);
    expect([...bucketObjects.keys()].sort()).toEqual([
      'ab/new',
      'ab/three',
      'ab/two',
      'ef/copied.hls/main.m3u8',
      'ef/copied.hls/seg_0.m4s',
      'ef/two',
    ]);
  });

  it('removes files that are deleted during the move', async () => {
    const moving = createMigrationStorage(folder, bucket);
    const slow: Storage = {
      ...bucket,
      async putFile(key, temp) {
        if (key === 'ab/two') await moving.remove(key);
        await bucket.putFile(key, temp);
      },
    };
    expect(await moveFiles({ from: folder, to: slow }, false, none)).toMatchObject({ moved: 4, missing: 1 });
    expect(bucketObjects.has('ab/two')).toBe(false);
  });

  it('reports files that arrive damaged, and keeps the originals', async () => {
    const lossy: Storage = { ...bucket, putFile: (key, temp) => writeFile(temp, 'something else').then(() => bucket.putFile(key, temp)) };
    const { faults, moved } = await moveFiles({ from: folder, to: lossy }, true, none);
    expect([moved, faults.length]).toEqual([0, 5]);
    expect((await listAll(folder)).sort()).toEqual(ALL);
    expect(bucketObjects.size).toBe(0);
  });
});
