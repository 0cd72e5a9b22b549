import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { translateDiskFull } from './disk-full.ts';
import { createHotKeyCounter } from './hot-keys.ts';
import { createLocalCopies } from './local-copies.ts';
import { uploadFileInParts } from './multipart-upload.ts';
import { NotStoredError } from './not-stored-error.ts';
import type { ObjectStore } from './object-store.ts';
import { type ByteRange, HEAD_BYTES, type Storage, type StoredFile } from './storage.ts';
import { assertValidKey, BUCKET_OWNER_KEY, sortPlaylistsLast } from './storage-keys.ts';
import { assertFreeSpace, COPIES_SUFFIX, deleteStaleFiles } from './temp-folder.ts';

interface S3StorageOptions {
  objects: ObjectStore;
  /** On this machine: for what is being written, and copies for tools. */
  scratch: string;
  processId: string;
  cacheBytes: number;
  /** The proxy's internal location; undefined where bytes go through this process. */
  accelPath: string | undefined;
}

/** A copy for reading takes this share of the room for copies at most. */
const MAX_COPY_SHARE = 0.25;
/** A proxy asks within a moment of our answer. */
const PRESIGN_TTL_S = 60;

/** Reads stored files as streams and as local files. */
function createReader({ objects, cacheBytes }: S3StorageOptions, copiesFolder: string) {
  const lastByteOf = async (key: string) => {
    const found = await objects.head(key);
    if (!found) throw new NotStoredError(key);
    return found.sizeBytes - 1;
  };
  const openStored = async (key: string, range?: ByteRange) =>
    readWithRetry(
      (part) => objects.get(assertValidKey(key), part),
      range,
      () => lastByteOf(key),
    );
  const fetch = (key: string, target: string, range?: ByteRange) =>
    translateDiskFull(async () => {
      await pipeline(await openStored(key, range), createWriteStream(target, { flags: 'wx' }));
      return (await stat(target)).size;
    });
  const copies = createLocalCopies({ folder: copiesFolder, maxBytes: cacheBytes, fetch });
  const keep = createCacheFiller(objects, copies, cacheBytes);
  const openRead = async (key: string, range?: ByteRange): Promise<Readable> => {
    if (copies.has(key)) return copies.use(key, (file) => openCopy(file, range));
    keep(key);
    return openStored(key, range);
  };
  return { openRead, fetch, copies };
}

/** An open file stays readable after its name is removed. */
async function openCopy(file: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(file, 'r');
  return handle.createReadStream(range);
}

/** Copies hot objects to this machine, one after the other, unless a copy would evict most of the cache. */
function createCacheFiller(objects: ObjectStore, copies: ReturnType<typeof createLocalCopies>, cacheBytes: number) {
  const hot = createHotKeyCounter();
  let isFetching = false;
  const fetchOne = async (key: string) => {
    const found = await objects.head(key);
    if (found && found.sizeBytes <= cacheBytes * MAX_COPY_SHARE) await copies.use(key, async () => undefined);
  };
  return (key: string): void => {
    if (isFetching || !hot.recordAccess(key)) return;
    isFetching = true;
    // The request is served from the store; a failed copy is retried when the key becomes hot again.
    fetchOne(key)
      .catch(() => undefined)
      .finally(() => {
        isFetching = false;
      });
  };
}

/** A key may name an object, or a folder of parts below it, wherever those are among others whose names begin the same. */
function createLister(objects: ObjectStore) {
  async function* listPrefix(key?: string): AsyncGenerator<StoredFile[]> {
    if (key === undefined) {
      for await (const found of objects.list('')) yield found.filter((one) => one.key !== BUCKET_OWNER_KEY);
      return;
    }
    for await (const found of objects.list(assertValidKey(key)))
      yield found.filter((one) => one.key === key || one.key.startsWith(`${key}/`));
  }
  async function* listKeys(key: string): AsyncGenerator<string[]> {
    for await (const found of listPrefix(key)) yield found.map((one) => one.key);
  }
  return { listOf: listPrefix, keysOf: listKeys };
}

/** Stores media in an object store. Files being written or read by tools are in a local folder, which need not survive. */
export async function createS3Storage(options: S3StorageOptions): Promise<Storage> {
  const { objects, scratch, processId, accelPath } = options;
  const tempFolder = path.join(scratch, 'tmp');
  await mkdir(tempFolder, { recursive: true });
  const tempPath = () => path.join(tempFolder, `${processId}.${randomUUID()}`);
  const { openRead, fetch, copies } = createReader(options, path.join(tempFolder, processId + COPIES_SUFFIX));
  const { listOf, keysOf } = createLister(objects);
  const put = async (key: string, file: string) => {
    const { size } = await stat(file);
    await uploadFileInParts(objects, assertValidKey(key), file, size);
    return size;
  };

  return {
    tempPath,
    putFile: async (key, file) => copies.adopt(key, file, await put(key, file)),
    async putFolder(key, folder) {
      for (const part of sortPlaylistsLast(await readdir(folder))) await put(`${key}/${part}`, path.join(folder, part));
      await rm(folder, { recursive: true, force: true });
    },
    adopt: async (key, file) => copies.adopt(assertValidKey(key), file, (await stat(file)).size),
    async copy(key, from) {
      let isAny = false;
      for await (const keys of keysOf(from)) {
        for (const one of sortPlaylistsLast(keys)) await objects.copy(assertValidKey(key + one.slice(from.length)), one);
        isAny ||= keys.length > 0;
      }
      if (!isAny) throw new NotStoredError(from);
    },
    openRead,
    stat: async (key) => {
      const found = await objects.head(assertValidKey(key));
      return found && { sizeBytes: found.sizeBytes };
    },
    list: listOf,
    withLocalFile: (key, work) => copies.use(assertValidKey(key), work),
    async withHead(key, work) {
      if (copies.has(key)) return copies.use(key, work);
      const head = tempPath();
      try {
        await fetch(key, head, { start: 0, end: HEAD_BYTES - 1 });
        return await work(head);
      } finally {
        await rm(head, { force: true });
      }
    },
    async remove(key) {
      for await (const keys of keysOf(key)) await objects.remove(keys);
      await copies.forget((known) => known === key || known.startsWith(`${key}/`));
    },
    assertFreeSpace: (sizeBytes) => assertFreeSpace(scratch, sizeBytes),
    deleteStaleTempFiles: (alive, maxAgeMs) => deleteStaleFiles(tempFolder, alive, maxAgeMs),
    getRedirect: async (key) => accelPath && getAccelRedirect(accelPath, await objects.presign(assertValidKey(key), PRESIGN_TTL_S)),
  };
}

/** Below the proxy's internal location: the rest of the signed address, whose host the proxy knows. */
function getAccelRedirect(accelPath: string, presigned: string): string {
  const { pathname, search } = new URL(presigned);
  return accelPath + pathname.slice(1) + search;
}

const MAX_RETRIES = 4;

/**
 * Reads an object as one stream, and requests the rest again when the connection breaks in the middle. Fails immediately for a missing key. `sizeBytes` is
 * needed when the range has no end.
 */
export async function readWithRetry(
  get: (range: ByteRange | undefined) => Promise<Readable>,
  range: ByteRange | undefined,
  lastByte: () => Promise<number>,
): Promise<Readable> {
  const first = await get(range);
  return Readable.from(streamBytes(first, get, range, lastByte), { objectMode: false });
}

async function* streamBytes(
  first: Readable,
  get: (range: ByteRange | undefined) => Promise<Readable>,
  range: ByteRange | undefined,
  lastByte: () => Promise<number>,
): AsyncGenerator<Buffer> {
  let at = range?.start ?? 0;
  let source = first;
  for (let breaks = 0; ; ) {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        at += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      if (error instanceof NotStoredError || ++breaks > MAX_RETRIES) throw error;
      const end = range?.end ?? (await lastByte());
      if (at > end) return;
      source = await get({ start: at, end });
    }
  }
}
