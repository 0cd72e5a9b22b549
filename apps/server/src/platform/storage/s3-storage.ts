import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { putFileInParts } from './file-parts.ts';
import { createLocalCopies } from './local-copies.ts';
import { noRoomAsAppError } from './no-room.ts';
import { NotStoredError } from './not-stored.ts';
import type { ObjectStore } from './object-store.ts';
import { COPIES_SUFFIX, KEPT_FREE_BYTES, sweepFolder } from './scratch.ts';
import { readSteadily } from './steady-read.ts';
import { type ByteRange, HEAD_BYTES, type Storage } from './storage.ts';
import { assertKey, listsLast } from './storage-keys.ts';

interface S3StorageOptions {
  objects: ObjectStore;
  /** On this machine: for what is being written, and copies for tools. */
  scratch: string;
  processId: string;
  cacheBytes: number;
  /** The proxy's internal location; undefined where bytes go through this process. */
  accelPath: string | undefined;
}

/** A proxy asks within a moment of our answer. */
const PRESIGNED_FOR_S = 60;

/** Media in an object store. What is being written, and what tools read, lies in a folder of this machine; nothing there has to survive. */
export async function createS3Storage({ objects, scratch, processId, cacheBytes, accelPath }: S3StorageOptions): Promise<Storage> {
  const tempFolder = path.join(scratch, 'tmp');
  await mkdir(tempFolder, { recursive: true });
  const tempPath = () => path.join(tempFolder, `${processId}.${randomUUID()}`);
  const lastByteOf = async (key: string) => {
    const found = await objects.head(key);
    if (!found) throw new NotStoredError(key);
    return found.sizeBytes - 1;
  };
  const openRead = async (key: string, range?: ByteRange) =>
    readSteadily(
      (part) => objects.get(assertKey(key), part),
      range,
      () => lastByteOf(key),
    );
  const copies = createLocalCopies({
    folder: path.join(tempFolder, processId + COPIES_SUFFIX),
    maxBytes: cacheBytes,
    fetch: (key, target) =>
      noRoomAsAppError(async () => {
        await pipeline(await openRead(key), createWriteStream(target, { flags: 'wx' }));
        return (await stat(target)).size;
      }),
  });
  const put = async (key: string, file: string) => {
    const { size } = await stat(file);
    await putFileInParts(objects, assertKey(key), file, size);
    return size;
  };
  /** A file, or a folder's parts, wherever it lies in the list. */
  const listOf = async function* (key?: string) {
    if (key === undefined) return yield* objects.list('');
    for await (const found of objects.list(assertKey(key))) yield found.filter((one) => one.key === key || one.key.startsWith(`${key}/`));
  };
  const keysOf = async function* (key: string) {
    for await (const found of listOf(key)) yield found.map((one) => one.key);
  };

  return {
    tempPath,
    async putFile(key, tempPath) {
      const sizeBytes = await put(key, tempPath);
      await copies.adopt(key, tempPath, sizeBytes);
    },
    async putFolder(key, tempPath) {
      for (const part of listsLast(await readdir(tempPath))) await put(`${key}/${part}`, path.join(tempPath, part));
      await rm(tempPath, { recursive: true, force: true });
    },
    async copy(key, from) {
      let isAny = false;
      for await (const keys of keysOf(from)) {
        for (const one of listsLast(keys)) await objects.copy(assertKey(key + one.slice(from.length)), one);
        isAny ||= keys.length > 0;
      }
      if (!isAny) throw new NotStoredError(from);
    },
    openRead,
    async stat(key) {
      const found = await objects.head(assertKey(key));
      return found && { sizeBytes: found.sizeBytes };
    },
    adopt: async (key, file) => copies.adopt(assertKey(key), file, (await stat(file)).size),
    list: listOf,
    withLocal: (key, work) => copies.use(assertKey(key), work),
    async withHead(key, work) {
      if (copies.has(key)) return copies.use(key, work);
      const head = tempPath();
      try {
        await noRoomAsAppError(async () => pipeline(await openRead(key, { start: 0, end: HEAD_BYTES - 1 }), createWriteStream(head)));
        return await work(head);
      } finally {
        await rm(head, { force: true });
      }
    },
    async remove(key) {
      for await (const keys of keysOf(key)) await objects.remove(keys);
      await copies.forget((known) => known === key || known.startsWith(`${key}/`));
    },
    async assertRoom(sizeBytes) {
      const { bavail, bsize } = await statfs(scratch);
      if (bavail * bsize - sizeBytes < KEPT_FREE_BYTES) throw new AppError('DISK_FULL');
    },
    sweepTemp: (alive, maxAgeMs) => sweepFolder(tempFolder, alive, maxAgeMs),
    async redirectOf(key) {
      if (accelPath === undefined) return undefined;
      const { pathname, search } = new URL(await objects.presign(assertKey(key), PRESIGNED_FOR_S));
      return accelPath + pathname.slice(1) + search;
    },
  };
}
