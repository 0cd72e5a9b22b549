import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { translateDiskFull } from './disk-full.ts';
import { NotStoredError } from './not-stored-error.ts';
import type { ByteRange, Storage, StoredFile } from './storage.ts';
import { assertValidKey } from './storage-keys.ts';
import { assertFreeSpace, deleteStaleFiles, ignoreNotFound } from './temp-folder.ts';

/** Stores media in a local folder: `root/<key>`, and files being written in `root/tmp`, named after the writing process. */
export async function createFileStorage(root: string, processId: string): Promise<Storage> {
  const tempFolder = path.join(root, 'tmp');
  const tempPath = () => path.join(tempFolder, `${processId}.${randomUUID()}`);
  await mkdir(tempFolder, { recursive: true });
  const locate = (key: string) => path.join(root, assertValidKey(key));

  const moveIntoStorage = async (key: string, tempPath: string) => {
    const target = locate(key);
    const folder = path.dirname(target);
    const firstNew = await mkdir(folder, { recursive: true });
    await rename(tempPath, target);
    // A directory entry survives a power cut only once its parent folder is synced too, up to the first new folder.
    for (let at = folder; ; at = path.dirname(at)) {
      await syncFolder(at);
      if (!firstNew || at === path.dirname(firstNew)) break;
    }
  };

  const withLocal: Storage['withLocalFile'] = async (key, work) => {
    const file = locate(key);
    await stat(file).catch((error) => throwNotStored(key, error));
    return work(file);
  };

  return {
    tempPath,
    putFile: (key, tempPath) =>
      translateDiskFull(async () => {
        await syncFile(tempPath);
        await moveIntoStorage(key, tempPath);
      }),
    putFolder: (key, tempPath) =>
      translateDiskFull(async () => {
        for (const part of await readdir(tempPath)) await syncFile(path.join(tempPath, part));
        await syncFolder(tempPath);
        await moveIntoStorage(key, tempPath);
      }),
    copy: (key, from) =>
      translateDiskFull(async () => {
        const copied = tempPath();
        try {
          await linkOrCopy(locate(from), copied).catch((error) => throwNotStored(from, error));
          await moveIntoStorage(key, copied);
        } finally {
          await rm(copied, { recursive: true, force: true });
        }
      }),
    openRead: (key, range) => openStream(locate(key), range).catch((error) => throwNotStored(key, error)),
    async stat(key) {
      const found = await stat(locate(key)).catch(ignoreNotFound);
      return found?.isFile() ? { sizeBytes: found.size } : undefined;
    },
    adopt: (_key, file) => rm(file, { force: true }),
    withLocalFile: withLocal,
    withHead: withLocal,
    remove: (key) => rm(locate(key), { recursive: true, force: true }),
    assertFreeSpace: (sizeBytes) => assertFreeSpace(root, sizeBytes),
    list: (key) => listStored(root, key && assertValidKey(key)),
    getRedirect: async () => undefined,
    deleteStaleTempFiles: (alive, maxAgeMs) => deleteStaleFiles(tempFolder, alive, maxAgeMs),
  };
}

async function openStream(file: string, range?: ByteRange): Promise<Readable> {
  const stream = createReadStream(file, range);
  await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
  return stream;
}

async function* listStored(root: string, key?: string): AsyncGenerator<StoredFile[]> {
  const found = key === undefined ? undefined : await stat(path.join(root, key)).catch(ignoreNotFound);
  if (found?.isFile()) yield [{ key: key ?? '', sizeBytes: found.size }];
  else if (found || key === undefined) yield* listFolder(root, key);
}

/** Folders that hold no stored media: files being written, and unfinished uploads. */
const EXCLUDED_FOLDERS = new Set(['tmp', 'tus']);

/** Lists folder by folder, because each contains few files. */
async function* listFolder(root: string, below = ''): AsyncGenerator<StoredFile[]> {
  const found: StoredFile[] = [];
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`;
    if (EXCLUDED_FOLDERS.has(key)) continue;
    if (entry.isDirectory()) yield* listFolder(root, key);
    const size = entry.isFile() ? (await stat(path.join(root, key)).catch(ignoreNotFound))?.size : undefined;
    if (size !== undefined) found.push({ key, sizeBytes: size });
  }
  if (found.length > 0) yield found;
}

/** A file, or a flat folder with its parts. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  if ((await stat(source)).isDirectory()) {
    await mkdir(target);
    for (const part of await readdir(source)) await linkOrCopy(path.join(source, part), path.join(target, part));
    return syncFolder(target);
  }
  try {
    await link(source, target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(source, target);
    await syncFile(target);
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and its rename is journaled.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function throwNotStored(key: string, error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new NotStoredError(key, error) : error;
}
