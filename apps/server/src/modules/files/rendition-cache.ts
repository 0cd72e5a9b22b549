import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { uploadFileInParts } from '../../platform/storage/multipart-upload.ts';
import { NotStoredError } from '../../platform/storage/not-stored-error.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { ignoreNotFound } from '../../platform/storage/temp-folder.ts';

export interface RenditionCacheOptions {
  folder: string;
  /** Maximum size on disk. The least recently used renditions are evicted first. */
  maxBytes?: number;
  /** Maximum size of the memory cache for small renditions. */
  maxMemoryBytes?: number;
  /** Cache that is shared between processes. */
  shared?: RenditionShare;
}

/** A shared copy of renditions. Missing ones are rendered again, so errors have no effect. */
export interface RenditionShare {
  /** Writes the shared rendition to the path. Returns false when there is none. */
  fetch(name: string, target: string): Promise<boolean>;
  store(name: string, file: string): void;
}

export interface RenditionCache {
  /** Returns the path of a rendition, or its bytes when they are in memory; undefined when it must be created. */
  get(name: string): Promise<{ path: string; sizeBytes: number; bytes?: Buffer } | undefined>;
  /**
   * Creates a rendition with `make`, which writes to the given path. Concurrent callers share the result. `isAtHand` means that creating it is cheap, so
   * the shared cache is not queried.
   */
  render(name: string, make: (tempPath: string) => Promise<void>, isAtHand?: boolean): Promise<void>;
}

const DEFAULT_MAX_BYTES = 2e9;
const DEFAULT_MEMORY_BYTES = 32e6;
const MEMORY_ITEM_BYTES = 128 * 1024;

/** Opens the cache of renditions in a folder of limited size. Missing renditions are created again, so the folder may be deleted. */
export async function openRenditionCache({
  folder,
  maxBytes = DEFAULT_MAX_BYTES,
  maxMemoryBytes = DEFAULT_MEMORY_BYTES,
  shared,
}: RenditionCacheOptions): Promise<RenditionCache> {
  await mkdir(folder, { recursive: true });
  const pathOf = (name: string) => path.join(folder, name.slice(0, 2), name);
  const memory = new LRUCache<string, Buffer>({ maxSize: maxMemoryBytes, sizeCalculation: (bytes) => Math.max(1, bytes.length) });
  const evictions: Promise<void>[] = [];
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => Math.max(1, size),
    dispose(_size, name, reason) {
      if (reason !== 'evict') return;
      memory.delete(name);
      evictions.push(rm(pathOf(name), { force: true }));
    },
  });
  for (const found of await scanFolder(folder)) sizes.set(found.name, found.sizeBytes);
  const running = new Map<string, Promise<void>>();

  const createRendition = async (name: string, make: (tempPath: string) => Promise<void>, isAtHand: boolean) => {
    const isFetched = await withTempFile(folder, async (tempPath) => {
      const isShared = !isAtHand && ((await shared?.fetch(name, tempPath)) ?? false);
      if (!isShared) await make(tempPath);
      const { size } = await stat(tempPath);
      // Synchronously, because the file was just written, and reading it asynchronously waits for four turns of the event loop.
      if (size <= MEMORY_ITEM_BYTES) memory.set(name, readFileSync(tempPath));
      await moveIntoCache(tempPath, pathOf(name));
      sizes.set(name, size);
      return isShared;
    });
    await Promise.all(evictions.splice(0));
    if (!isFetched) shared?.store(name, pathOf(name));
  };

  /** Returns the size of a rendition that another process may have stored. */
  const readCached = async (name: string): Promise<number | undefined> => {
    const found = await stat(pathOf(name)).catch(() => undefined);
    if (found) sizes.set(name, found.size);
    return found?.size;
  };

  return {
    async get(name) {
      const sizeBytes = sizes.get(name) ?? (await readCached(name));
      if (!sizeBytes) return undefined;
      const file = pathOf(name);
      const isLarge = sizeBytes > MEMORY_ITEM_BYTES;
      const bytes = isLarge ? undefined : (memory.get(name) ?? (await readFile(file).catch(() => undefined)));
      if (bytes) memory.set(name, bytes);
      if (bytes || (isLarge && existsSync(file))) return { path: file, sizeBytes, bytes };
      sizes.delete(name);
      return undefined;
    },
    render(name, make, isAtHand = false) {
      const pending = running.get(name);
      if (pending) return pending;
      const creation = createRendition(name, make, isAtHand).finally(() => running.delete(name));
      running.set(name, creation);
      return creation;
    },
  };
}

/** Passes the path of a temporary file to `work`, which moves it away or throws. */
async function withTempFile<T>(folder: string, work: (tempPath: string) => Promise<T>): Promise<T> {
  const tempPath = path.join(folder, `${randomUUID()}.tmp`);
  try {
    return await work(tempPath);
  } catch (error) {
    await rm(tempPath, { force: true });
    throw error;
  }
}

/** Creates the folder only when it is missing, because each call waits for a turn of the event loop. */
async function moveIntoCache(tempPath: string, target: string): Promise<void> {
  try {
    await rename(tempPath, target);
  } catch (error) {
    ignoreNotFound(error as NodeJS.ErrnoException);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(tempPath, target);
  }
}

/** Age at which a temporary file is abandoned. Newer ones may belong to another process that uses the same folder. */
const STALE_TEMP_MS = 10 * 60_000;

/** Lists the files of earlier runs, oldest first, and deletes unfinished ones. */
async function scanFolder(folder: string): Promise<{ name: string; sizeBytes: number }[]> {
  const found: { name: string; sizeBytes: number; at: number }[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: Date.now() }));
    if (entry.name.endsWith('.tmp')) {
      if (mtimeMs < Date.now() - STALE_TEMP_MS) await rm(file, { force: true });
    } else if (size === 0) await rm(file, { force: true });
    else found.push({ name: entry.name, sizeBytes: size, at: mtimeMs });
  }
  return found.sort((one, other) => one.at - other.at);
}

/** A lifecycle rule of the bucket deletes old objects below this prefix (see the guide). */
const SHARED_FOLDER = 'renditions';
/** Maximum number of concurrent uploads to the shared cache. Further renditions are not shared. */
const MAX_CONCURRENT_PUTS = 8;

/** Shares renditions through the object store, so that only one process decodes each picture. When the store is unavailable, each process renders its own. */
export function createRenditionShare(objects: ObjectStore, log: Logger): RenditionShare {
  let puts = 0;
  const getObjectKey = (name: string) => `${SHARED_FOLDER}/${name}`;
  const store = async (name: string, file: string) => {
    puts++;
    try {
      await uploadFileInParts(objects, getObjectKey(name), file, (await stat(file)).size);
    } catch (error) {
      log.debug({ err: error }, 'a rendition was not shared');
    } finally {
      puts--;
    }
  };

  return {
    async fetch(name, target) {
      try {
        await pipeline(await objects.get(getObjectKey(name)), createWriteStream(target));
        return true;
      } catch (error) {
        if (!(error instanceof NotStoredError)) log.debug({ err: error }, 'a shared rendition could not be fetched');
        return false;
      }
    },
    store(name, file) {
      if (puts < MAX_CONCURRENT_PUTS) void store(name, file);
    },
  };
}
