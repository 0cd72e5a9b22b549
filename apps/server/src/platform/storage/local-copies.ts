import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

interface Copy {
  sizeBytes: number;
  users: number;
}

interface LocalCopiesOptions {
  folder: string;
  /** Unused copies beyond this size are deleted, least recently used first. Copies in use are never deleted, so it may be exceeded. */
  maxBytes: number;
  /** Writes what is stored under the key to a path, and answers its size. */
  fetch: (key: string, target: string) => Promise<number>;
}

/** Which copies there are, in order of their last use, and room for more. */
function createCopyIndex(pathOf: (key: string) => string, maxBytes: number) {
  const copies = new Map<string, Copy>();
  let totalBytes = 0;
  const deleteCopy = async (key: string, copy: Copy) => {
    if (copies.get(key) !== copy) return;
    copies.delete(key);
    totalBytes -= copy.sizeBytes;
    await rm(pathOf(key), { force: true });
  };
  return {
    drop: deleteCopy,
    find: (key: string) => copies.get(key),
    add(key: string, sizeBytes: number): Copy {
      const known = copies.get(key);
      if (known) return known;
      const copy = { sizeBytes, users: 0 };
      copies.set(key, copy);
      totalBytes += sizeBytes;
      return copy;
    },
    /** Behind all others that may go. */
    touch(key: string, copy: Copy): void {
      if (copies.delete(key)) copies.set(key, copy);
    },
    async freeSpace(): Promise<void> {
      for (const [key, copy] of copies) {
        if (totalBytes <= maxBytes) return;
        if (copy.users === 0) await deleteCopy(key, copy);
      }
    },
    async remove(isGone: (key: string) => boolean): Promise<void> {
      for (const [key, copy] of copies) if (copy.users === 0 && isGone(key)) await deleteCopy(key, copy);
    },
  };
}

/** Stored objects as files of this machine, for tools that read files. Keys are immutable, so a copy is never out of date. */
export function createLocalCopies({ folder, maxBytes, fetch }: LocalCopiesOptions) {
  const pathOf = (key: string) => path.join(folder, key.replaceAll('/', '~'));
  const shelf = createCopyIndex(pathOf, maxBytes);
  const fetching = new Map<string, Promise<Copy>>();

  /** Whole or not there: a fetch that breaks off leaves nothing under the name. */
  const fetchCopy = async (key: string): Promise<Copy> => {
    await mkdir(folder, { recursive: true });
    const half = path.join(folder, `${randomUUID()}.half`);
    try {
      const sizeBytes = await fetch(key, half);
      await rename(half, pathOf(key));
      return shelf.add(key, sizeBytes);
    } finally {
      await rm(half, { force: true });
    }
  };
  const exists = async (key: string) => (await stat(pathOf(key)).catch(() => undefined)) !== undefined;
  /** Counted before the lookup, so that it is not deleted meanwhile. */
  const acquire = async (key: string): Promise<Copy> => {
    const known = shelf.find(key);
    if (known) {
      known.users++;
      if (await exists(key)) return known;
      known.users--;
      await shelf.drop(key, known);
    }
    const underWay = fetching.get(key) ?? fetchCopy(key).finally(() => fetching.delete(key));
    fetching.set(key, underWay);
    const copy = await underWay;
    copy.users++;
    return copy;
  };

  return {
    has: (key: string): boolean => shelf.find(key) !== undefined,
    /** Concurrent callers share one fetch. NotStoredError. */
    async use<T>(key: string, work: (file: string) => Promise<T>): Promise<T> {
      const copy = await acquire(key);
      shelf.touch(key, copy);
      await shelf.freeSpace();
      try {
        return await work(pathOf(key));
      } finally {
        copy.users--;
        await shelf.freeSpace();
      }
    },
    /** Takes over a file that was just stored: jobs read it next. */
    async adopt(key: string, file: string, sizeBytes: number): Promise<void> {
      await mkdir(folder, { recursive: true });
      await rename(file, pathOf(key));
      shelf.add(key, sizeBytes);
      await shelf.freeSpace();
    },
    forget: shelf.remove,
  };
}
