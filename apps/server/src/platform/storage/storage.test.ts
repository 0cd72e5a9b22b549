import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3, type TestS3 } from '../../testing/s3-server.ts';
import { createFileStorage } from './file-storage.ts';
import { NotStoredError } from './not-stored-error.ts';
import { PART_BYTES } from './object-store.ts';
import { createS3ObjectStore } from './s3-objects.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let root: string;
let s3: TestS3;
let storage: Storage;
const closing: (() => void)[] = [];

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-storage-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await rm(root, { recursive: true, force: true });
});

const kinds = {
  folder: () => createFileStorage(root, 'this-process'),
  S3: () => {
    const objects = createS3ObjectStore({ ...s3.settings, prefix: `${path.basename(root)}/` });
    closing.push(() => objects.close());
    return createS3Storage({ objects, scratch: root, processId: 'this-process', cacheBytes: 1e6, accelPath: '/_stored/' });
  },
};

async function put(key: string, content: string | Buffer) {
  const temp = storage.tempPath();
  await writeFile(temp, content);
  await storage.putFile(key, temp);
  await expect(stat(temp)).rejects.toMatchObject({ code: 'ENOENT' });
}
const local = (key: string) => storage.withLocalFile(key, (file) => readFile(file, 'utf8'));

describe.each(Object.entries(kinds))('a storage in %s', (_kind, open) => {
  beforeEach(async () => {
    storage = await open();
  });

  it('stores a file under its key, and returns it completely, in part and as a local file', async () => {
    await put('ab/one', 'hello wall');
    expect(await storage.stat('ab/one')).toEqual({ sizeBytes: 10 });
    expect(await text(await storage.openRead('ab/one'))).toBe('hello wall');
    expect(await text(await storage.openRead('ab/one', { start: 6, end: 9 }))).toBe('wall');
    expect(await local('ab/one')).toBe('hello wall');
  });

  it('stores files larger than one part', async () => {
    const large = Buffer.alloc(2 * PART_BYTES + 5, 'vitrine ');
    await put('ab/large', large);
    expect(await storage.stat('ab/large')).toEqual({ sizeBytes: large.length });
    const bytesRead = await storage.withLocalFile('ab/large', (file) => readFile(file));
    expect(bytesRead.equals(large)).toBe(true);
    const seam = { start: PART_BYTES - 3, end: PART_BYTES + 4 };
    expect(await text(await storage.openRead('ab/large', seam))).toBe(large.subarray(seam.start, seam.end + 1).toString());
  });

  it('stores a folder of parts, and copies and removes it as a whole', async () => {
    const temp = storage.tempPath();
    await mkdir(temp);
    await writeFile(path.join(temp, 'main.m3u8'), '#EXTM3U');
    await writeFile(path.join(temp, 's0.m4s'), 'zero');
    await storage.putFolder('ab/stream', temp);
    await put('ab/stream.r2', 'another of a name that begins the same');
    expect(await local('ab/stream/main.m3u8')).toBe('#EXTM3U');
    expect(await storage.stat('ab/stream')).toBeUndefined();
    await storage.copy('cd/copied', 'ab/stream');
    await storage.remove('ab/stream');
    expect(await storage.stat('ab/stream/main.m3u8')).toBeUndefined();
    expect(await storage.stat('ab/stream.r2')).toEqual({ sizeBytes: 38 });
    expect(await text(await storage.openRead('cd/copied/s0.m4s'))).toBe('zero');
    await storage.remove('ab/stream');
  });

  it('copies a file, which remains when the original is removed', async () => {
    await put('ab/one', 'hello wall');
    await storage.copy('cd/two', 'ab/one');
    await storage.remove('ab/one');
    expect(await local('cd/two')).toBe('hello wall');
  });

  it('fails in the same way for missing files in every method', async () => {
    expect(await storage.stat('ab/none')).toBeUndefined();
    await expect(storage.openRead('ab/none')).rejects.toBeInstanceOf(NotStoredError);
    await expect(local('ab/none')).rejects.toBeInstanceOf(NotStoredError);
    await expect(storage.copy('ab/two', 'ab/none')).rejects.toBeInstanceOf(NotStoredError);
    await put('ab/gone', 'for a while');
    await storage.remove('ab/gone');
    await expect(local('ab/gone')).rejects.toBeInstanceOf(NotStoredError);
  });

  it.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', 'a\\b', '', '.', 'a/.hidden', 'tmp', 'tmp/x', 'a\0b'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => local(key))()).rejects.toThrow(/storage key|holds no stored file/);
    },
  );
});

describe('storage in S3', () => {
  beforeEach(async () => {
    storage = await kinds.S3();
  });

  it('limits the local copies for tools, and never evicts one in use', async () => {
    await put('ab/first', 'x'.repeat(600_000));
    await storage.withLocalFile('ab/first', async (first) => {
      await put('ab/second', 'y'.repeat(600_000));
      await put('ab/third', 'z'.repeat(600_000));
      expect((await stat(first)).size).toBe(600_000);
    });
    const left = await Promise.all(['first', 'second', 'third'].map((name) => isCopied(`ab~${name}`)));
    expect(left.filter(Boolean)).toHaveLength(1);
    expect((await local('ab/second')).length).toBe(600_000);
  });

  it('downloads a file once for concurrent callers', async () => {
    await put('ab/one', 'hello wall');
    await rm(path.join(root, 'tmp'), { recursive: true });
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => storage.withLocalFile('ab/one', async (file) => (await stat(file)).ino)),
    );
    expect(new Set(seen).size).toBe(1);
  });

  it('returns an address from which the proxy can read a file', async () => {
    await put('ab/one', 'hello wall');
    const redirect = await storage.getRedirect('ab/one');
    expect(redirect).toMatch(/^\/_stored\/walls\/.*ab\/one\?.*X-Amz-Signature=/);
    const answer = await fetch(`${s3.settings.endpoint}/${redirect?.slice('/_stored/'.length)}`, { headers: { range: 'bytes=6-9' } });
    expect([answer.status, await answer.text()]).toEqual([206, 'wall']);
  });
});

const isCopied = (name: string) => stat(path.join(root, 'tmp', 'this-process.copies', name)).then(Boolean, () => false);
