import { beforeEach, describe, expect, it } from 'vitest';
import { createCacheSpace } from './cache-space.ts';
import type { SpareFile } from './spare-files.ts';

const MEGABYTE = 1024 * 1024;
const file = (sha256: string, megabytes = 10) => ({ sha256, sizeBytes: megabytes * MEGABYTE, mimetype: 'image/jpeg' });
type TestFile = ReturnType<typeof file>;

/** A disk with a capacity in megabytes, filled by the test. */
let disk: Map<string, number>;
let pinned: TestFile[];
/** Copies that are not pinned, of files that are. */
let otherCopies: TestFile[];
let kept: SpareFile[];
beforeEach(() => {
  disk = new Map();
  pinned = [];
  otherCopies = [];
  kept = [];
});

function aRoom(quotaMegabytes: number | null) {
  const used = () => [...disk.values()].reduce((sum, bytes) => sum + bytes, 0);
  return createCacheSpace({
    store: {
      listStoredFiles: async () => new Set(disk.keys()),
      remove: async (sha256) => void disk.delete(sha256),
    },
    parts: { deletePartsExcept: async () => undefined },
    listPinnedFiles: () => pinned,
    named: () => [...pinned, ...otherCopies],
    estimate: async () => (quotaMegabytes === null ? {} : { quota: quotaMegabytes * MEGABYTE, usage: used() }),
    read: async () => kept,
    write: async (list) => {
      kept = list;
    },
  });
}

/** Another manifest is on the wall. */
async function adopt(room: ReturnType<typeof aRoom>, ...files: TestFile[]) {
  for (const { sha256, sizeBytes } of files) disk.set(sha256, sizeBytes);
  pinned = files;
  await room.removeSurplus();
}
const held = () => [...disk.keys()].sort().join('');

describe("a screen's room for files", () => {
  it('keeps some of what is no longer needed, the most recently needed', async () => {
    const room = aRoom(200);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await adopt(room, file(name));
    expect(held()).toBe('cdefg');
  });

  it('counts a file that was needed again as new', async () => {
    const room = aRoom(150);
    for (const name of ['a', 'b', 'c', 'a', 'd', 'e']) await adopt(room, file(name));
    expect(held()).toBe('acde');
  });

  it('lets spare files go when a new playlist needs their room, the oldest first', async () => {
    const room = aRoom(100);
    await adopt(room, file('a'));
    await adopt(room, file('b'));
    await adopt(room, file('c', 50));
    expect(held()).toBe('abc');
    await room.freeSpaceFor([file('d', 15)]);
    expect(held()).toBe('bc');
  });

  it('refuses what cannot fit, says how much is lacking, and takes nothing away for it', async () => {
    const room = aRoom(100);
    await adopt(room, file('a'));
    await adopt(room, file('b', 60));
    await expect(room.freeSpaceFor([file('c', 80)])).rejects.toThrow(/needs 84 MB more, and \d+ MB is missing/);
    expect(held()).toBe('ab');
  });

  it('never touches what is on the wall or coming', async () => {
    const room = aRoom(30);
    await adopt(room, file('a'), file('b'));
    await expect(room.freeSpaceFor([file('c', 20)])).rejects.toThrow('Not enough storage');
    await room.deleteSpareFiles();
    expect(held()).toBe('ab');
  });

  it('tries where the browser tells nothing about its room, and drops every spare file when that fails', async () => {
    const room = aRoom(null);
    await adopt(room, file('a'));
    await adopt(room, file('b'));
    await room.freeSpaceFor([file('c', 9999)]);
    expect(held()).toBe('ab');
    await room.deleteSpareFiles();
    expect(held()).toBe('b');
  });

  it('removes a copy that was replaced when its space is needed', async () => {
    const room = aRoom(100);
    disk.set('large', 15 * MEGABYTE);
    otherCopies = [file('large', 15)];
    await adopt(room, file('small', 5));
    expect(held()).toBe('largesmall');
    await room.freeSpaceFor([file('new', 42)]);
    expect(held()).toBe('small');
  });

  it('removes files without a manifest, and every file on a reset', async () => {
    const room = aRoom(100);
    disk.set('stray', 5 * MEGABYTE);
    await adopt(room, file('a'));
    expect(held()).toBe('a');
    await room.clear();
    expect(held()).toBe('');
  });
});
