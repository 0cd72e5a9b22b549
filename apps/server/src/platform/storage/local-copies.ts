import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { NotStoredError } from './not-stored.ts';

interface Copy {
  sizeBytes: number;
  users: number;
}

interface LocalCopiesOptions {
  folder: string;
  /** Copies that nobody uses go, the least recently used first, while there is more than this. What is in use is never taken away, so it may be exceeded. */
  maxBytes: number;
  /** Writes what is stored under the key to a path, and answers its size. */
  fetch: (key: string, target: string) => Promise<number>;
}

/** Stored objects as files of this machine, for tools that read files. Keys are immutable, so a copy is never out of date. */
export function createLocalCopies({ folder, maxBytes, fetch }: LocalCopiesOptions) {
  // In order of their last use.
  const copies = new Map<string, Copy>();
  const fetching = new Map<string, Promise<Copy>>();
  let totalBytes = 0;
  const pathOf = (key: string) => path.join(folder, key.replaceAll('/', '~'));

  const drop = async (key: string, copy: Copy) => {
    copies.delete(key);
    totalBytes -= copy.sizeBytes;
    await rm(pathOf(key), { force: true });
  };
  const makeRoom = async () => {
    for (const [key, copy] of copies) {
      if (totalBytes <= maxBytes) return;
      if (copy.users === 0) await drop(key, copy);
    }
  };
  const note = (key: string, sizeBytes: number): Copy => {
    const known = copies.get(key);
    if (known) return known;
    const copy = { sizeBytes, users: 0 };
    copies.set(key, copy);
    totalBytes += sizeBytes;
    return copy;
  };
  /** Whole or not there: a fetch that breaks off leaves nothing under the name. */
  const fetchOne = async (key: string): Promise<Copy> => {
    await mkdir(folder, { recursive: true });
    const half = path.join(folder, `${randomUUID()}.half`);
    try {
      const sizeBytes = await fetch(key, half);
      await rename(half, pathOf(key));
      return note(key, sizeBytes);
    } finally {
      await rm(half, { force: true });
    }
  };
  const isThere = async (key: string) => (await stat(pathOf(key)).catch(() => undefined)) !== undefined;
  const find = async (key: string): Promise<Copy> => {
    const known = copies.get(key);
    if (known) {
      // Counted before it is looked for, so that it is not taken away meanwhile.
      known.users++;
      if (await isThere(key)) return known;
      known.users--;
      if (copies.get(key) === known) await drop(key, known);
    }
    const underWay = fetching.get(key) ?? fetchOne(key).finally(() => fetching.delete(key));
    fetching.set(key, underWay);
    const copy = await underWay;
    copy.users++;
    return copy;
  };

  return {
    /** All who ask for one at once share one fetch. NotStoredError. */
    async use<T>(key: string, work: (file: string) => Promise<T>): Promise<T> {
      const copy = await find(key);
      // Behind all others that may go.
      if (copies.delete(key)) copies.set(key, copy);
      await makeRoom();
      try {
        return await work(pathOf(key));
      } finally {
        copy.users--;
        await makeRoom();
      }
    },
    /** Takes over a file that was just stored: jobs read it next. */
    async adopt(key: string, file: string, sizeBytes: number): Promise<void> {
      await mkdir(folder, { recursive: true });
      await rename(file, pathOf(key));
      note(key, sizeBytes);
      await makeRoom();
    },
    async forget(isGone: (key: string) => boolean): Promise<void> {
      for (const [key, copy] of copies) if (copy.users === 0 && isGone(key)) await drop(key, copy);
    },
    has: (key: string) => copies.has(key),
  };
}

export type LocalCopies = ReturnType<typeof createLocalCopies>;
