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
  /** Downloads the object with this key to a path and returns its size. */
  fetch: (key: string, target: string) => Promise<number>;
}

/** Index of the copies in order of last use; deletes the oldest ones to free space. */
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
    /** Marks the copy as used most recently. */
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
  const index = createCopyIndex(pathOf, maxBytes);
  const fetching = new Map<string, Promise<Copy>>();

  /** Renames only a complete download, so that an interrupted one leaves no file under the final name. */
  const fetchCopy = async (key: string): Promise<Copy> => {
    await mkdir(folder, { recursive: true });
    const temporary = path.join(folder, `${randomUUID()}.half`);
    try {
      const sizeBytes = await fetch(key, temporary);
      await rename(temporary, pathOf(key));
      return index.add(key, sizeBytes);
    } finally {
      await rm(temporary, { force: true });
    }
  };
  const exists = async (key: string) => (await stat(pathOf(key)).catch(() => undefined)) !== undefined;
  /** Counts the use before the lookup, so that the copy is not deleted in the meantime. */
  const acquire = async (key: string): Promise<Copy> => {
    const known = index.find(key);
    if (known) {
      known.users++;
      if (await exists(key)) return known;
      known.users--;
      await index.drop(key, known);
    }
    const pending = fetching.get(key) ?? fetchCopy(key).finally(() => fetching.delete(key));
    fetching.set(key, pending);
    const copy = await pending;
    copy.users++;
    return copy;
  };

  return {
    has: (key: string): boolean => index.find(key) !== undefined,
    /** Concurrent callers share one fetch. Throws NotStoredError. */
    async use<T>(key: string, work: (file: string) => Promise<T>): Promise<T> {
      const copy = await acquire(key);
      index.touch(key, copy);
      await index.freeSpace();
      try {
        return await work(pathOf(key));
      } finally {
        copy.users--;
        await index.freeSpace();
      }
    },
    /** Takes over a file that was just stored: jobs read it next. */
    async adopt(key: string, file: string, sizeBytes: number): Promise<void> {
      await mkdir(folder, { recursive: true });
      await rename(file, pathOf(key));
      index.add(key, sizeBytes);
      await index.freeSpace();
    },
    forget: index.remove,
  };
}
