import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRenditionCache } from './rendition-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

const writes = (sizeBytes: number) => vi.fn((tempPath: string) => writeFile(tempPath, Buffer.alloc(sizeBytes, 7)));
const listFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name);

describe('the rendition cache', () => {
  it('renders once for a hundred concurrent requests', async () => {
    const cache = await openRenditionCache({ folder });
    const make = writes(10);
    await Promise.all(Array.from({ length: 100 }, () => cache.render('ab-one', make)));
    expect(make).toHaveBeenCalledTimes(1);
    expect(await cache.get('ab-one')).toMatchObject({ sizeBytes: 10, bytes: Buffer.alloc(10, 7) });
  });

  it('stays below its size limit by evicting the least recently used files', async () => {
    const cache = await openRenditionCache({ folder, maxBytes: 250 });
    for (const name of ['aa-1', 'aa-2']) await cache.render(name, writes(100));
    await cache.get('aa-1');
    await cache.render('aa-3', writes(100));
    expect(await cache.get('aa-2')).toBeUndefined();
    expect(await cache.get('aa-1')).toBeDefined();
    await vi.waitFor(async () => expect((await listFiles()).sort()).toEqual(['aa-1', 'aa-3']), { timeout: 30_000 });
  });

  it('finds files of earlier runs after a restart, and removes their unfinished ones', async () => {
    const first = await openRenditionCache({ folder });
    await first.render('aa-1', writes(300_000));
    for (const name of ['half.tmp', 'being-made.tmp']) await writeFile(path.join(folder, name), 'half');
    await utimes(path.join(folder, 'half.tmp'), 1, 1);
    const second = await openRenditionCache({ folder });
    expect(await second.get('aa-1')).toMatchObject({ sizeBytes: 300_000 });
    // Another process may be creating a file.
    expect((await listFiles()).sort()).toEqual(['aa-1', 'being-made.tmp']);
  });

  it('stores nothing of a failed rendition, and retries on the next request', async () => {
    const cache = await openRenditionCache({ folder });
    await expect(cache.render('aa-1', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await listFiles()).toEqual([]);
    await cache.render('aa-1', writes(5));
    expect(await cache.get('aa-1')).toBeDefined();
  });

  it('finds files of another process, and renders missing ones', async () => {
    const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'vitrine-shared-'));
    const keeping: Promise<void>[] = [];
    const shared = {
      fetch: (name: string, target: string) =>
        copyFile(path.join(elsewhere, name), target).then(
          () => true,
          () => false,
        ),
      store: (name: string, file: string) => void keeping.push(copyFile(file, path.join(elsewhere, name))),
    };
    const [here, there] = [path.join(folder, 'here'), path.join(folder, 'there')];
    for (const each of [here, there]) await mkdir(each);
    const make = writes(10);
    await (await openRenditionCache({ folder: here, shared })).render('aa-1', make);
    await Promise.all(keeping);
    const cache = await openRenditionCache({ folder: there, shared });
    await cache.render('aa-1', make);
    expect(make).toHaveBeenCalledTimes(1);
    expect(await cache.get('aa-1')).toMatchObject({ sizeBytes: 10 });
    await cache.render('aa-2', make);
    expect(make).toHaveBeenCalledTimes(2);
    await Promise.all(keeping);
    await rm(elsewhere, { recursive: true });
  });

  it('detects that a file was deleted', async () => {
    const cache = await openRenditionCache({ folder });
    await cache.render('aa-1', writes(5));
    const again = await openRenditionCache({ folder });
    await rm(path.join(folder, 'aa', 'aa-1'));
    expect(await again.get('aa-1')).toBeUndefined();
  });
});
