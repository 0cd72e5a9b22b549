import { beforeEach, describe, expect, it } from 'vitest';
import { createCacheSpace } from './cache-space.ts';
import type { SpareFile } from './spare-files.ts';

const MEGABYTE = 1024 * 1024;
const file = (sha256: string, megabytes = 10) => ({ sha256, sizeBytes: megabytes * MEGABYTE, mimetype: 'image/jpeg' });
type TestFile = ReturnType<typeof file>;

/** A disk with a capacity in megabytes, filled by the test. */
let disk: Map<string, number>;
let pinned: TestFile[];
/** Copies of pinned files that are not pinned themselves. */
let otherCopies: TestFile[];
let spareList: SpareFile[];
beforeEach(() => {
  disk = new Map();
  pinned = [];
  otherCopies = [];
  spareList = [];
});

function createSpace(quotaMegabytes: number | null) {
  const used = () => [...disk.values()].reduce((sum, bytes) => sum + bytes, 0);
  return createCacheSpace({
    store: {
      listStoredFiles: async () => new Set(disk.keys()),
      remove: async (sha256) => void disk.delete(sha256),
    },
    parts: { deletePartsExcept: async () => undefined },
    listPinnedFiles: () => pinned,
    listNamedFiles: () => [...pinned, ...otherCopies],
    estimate: async () => (quotaMegabytes === null ? {} : { quota: quotaMegabytes * MEGABYTE, usage: used() }),
    read: async () => spareList,
    write: async (list) => {
      spareList = list;
    },
  });
}

/** Stores the files of another manifest and starts to play it. */
async function adopt(space: ReturnType<typeof createSpace>, ...files: TestFile[]) {
  for (const { sha256, sizeBytes } of files) disk.set(sha256, sizeBytes);
  pinned = files;
  await space.removeSurplus();
}
const listDisk = () => [...disk.keys()].sort().join('');

describe('cache space', () => {
  it('keeps the most recently needed spare files up to the limit', async () => {
    const space = createSpace(200);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await adopt(space, file(name));
    expect(listDisk()).toBe('cdefg');
  });

  it('treats a file that was needed again as recently needed', async () => {
    const space = createSpace(150);
    for (const name of ['a', 'b', 'c', 'a', 'd', 'e']) await adopt(space, file(name));
    expect(listDisk()).toBe('acde');
  });

  it('deletes the oldest spare files when a new playlist needs their space', async () => {
    const space = createSpace(100);
    await adopt(space, file('a'));
    await adopt(space, file('b'));
    await adopt(space, file('c', 50));
    expect(listDisk()).toBe('abc');
    await space.freeSpaceFor([file('d', 15)]);
    expect(listDisk()).toBe('bc');
  });

  it('rejects files that cannot fit with the missing amount, and deletes nothing', async () => {
    const space = createSpace(100);
    await adopt(space, file('a'));
    await adopt(space, file('b', 60));
    await expect(space.freeSpaceFor([file('c', 80)])).rejects.toThrow(/needs 84 MB more, and \d+ MB is missing/);
    expect(listDisk()).toBe('ab');
  });

  it('never deletes pinned files', async () => {
    const space = createSpace(30);
    await adopt(space, file('a'), file('b'));
    await expect(space.freeSpaceFor([file('c', 20)])).rejects.toThrow('Not enough storage');
    await space.deleteSpareFiles();
    expect(listDisk()).toBe('ab');
  });

  it('frees nothing without a storage estimate, until spare files are deleted explicitly', async () => {
    const space = createSpace(null);
    await adopt(space, file('a'));
    await adopt(space, file('b'));
    await space.freeSpaceFor([file('c', 9999)]);
    expect(listDisk()).toBe('ab');
    await space.deleteSpareFiles();
    expect(listDisk()).toBe('b');
  });

  it('removes a copy that was replaced when its space is needed', async () => {
    const space = createSpace(100);
    disk.set('large', 15 * MEGABYTE);
    otherCopies = [file('large', 15)];
    await adopt(space, file('small', 5));
    expect(listDisk()).toBe('largesmall');
    await space.freeSpaceFor([file('new', 42)]);
    expect(listDisk()).toBe('small');
  });

  it('removes files without a manifest, and every file on a reset', async () => {
    const space = createSpace(100);
    disk.set('stray', 5 * MEGABYTE);
    await adopt(space, file('a'));
    expect(listDisk()).toBe('a');
    await space.clear();
    expect(listDisk()).toBe('');
  });
});
