import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../errors.ts';
import { noRoomAsAppError } from './no-room.ts';
import type { Storage } from './storage.ts';

/** Never taken by media. */
export const KEPT_FREE_BYTES = 256 * 1024 * 1024;

/** A process that was held up may be taken for dead while it still writes. */
const QUIET_MS = 60_000;

/** Media in a folder of this machine: `root/<key>`, with `root/tmp` beside for what is being written, named after the process that writes it. */
export async function createFileStorage(root: string, processId: string): Promise<Storage> {
  const tempFolder = path.join(root, 'tmp');
  const tempPath = () => path.join(tempFolder, `${processId}.${randomUUID()}`);
  await mkdir(tempFolder, { recursive: true });
  const locate = (key: string) => path.join(root, assertKey(key));

  const moveIn = async (key: string, tempPath: string) => {
    const target = locate(key);
    const folder = path.dirname(target);
    const firstNew = await mkdir(folder, { recursive: true });
    await rename(tempPath, target);
    // The entry is only safe once the folder that holds it is, up to the first folder that is new.
    for (let at = folder; ; at = path.dirname(at)) {
      await syncFolder(at);
      if (!firstNew || at === path.dirname(firstNew)) break;
    }
  };

  return {
    tempPath,
    putFile: (key, tempPath) =>
      noRoomAsAppError(async () => {
        await syncFile(tempPath);
        await moveIn(key, tempPath);
      }),
    putFolder: (key, tempPath) =>
      noRoomAsAppError(async () => {
        for (const part of await readdir(tempPath)) await syncFile(path.join(tempPath, part));
        await syncFolder(tempPath);
        await moveIn(key, tempPath);
      }),
    copy: (key, from) =>
      noRoomAsAppError(async () => {
        const copied = tempPath();
        try {
          await linkOrCopy(locate(from), copied);
          await moveIn(key, copied);
        } finally {
          await rm(copied, { recursive: true, force: true });
        }
      }),
    async openRead(key, range) {
      const stream = createReadStream(locate(key), range);
      await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
      return stream;
    },
    async stat(key) {
      const found = await stat(locate(key)).catch(ignoreAbsent);
      return found?.isFile() ? { sizeBytes: found.size } : undefined;
    },
    localPath: async (key) => locate(key),
    remove: (key) => rm(locate(key), { recursive: true, force: true }),
    async assertRoom(sizeBytes) {
      const { bavail, bsize } = await statfs(root);
      if (bavail * bsize - sizeBytes < KEPT_FREE_BYTES) throw new AppError('DISK_FULL');
    },
    sweepTemp: (alive, maxAgeMs) => sweepFolder(tempFolder, alive, maxAgeMs),
  };
}

/** Keys are made by us, yet a part of one comes from the address: letters, digits, `-`, `_`, inner dots, and slashes between. */
function assertKey(key: string): string {
  if (key.length > 200 || !/^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/.test(key))
    throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
  if (key === 'tmp' || key.startsWith('tmp/')) throw new Error('The temporary folder holds no stored file');
  return key;
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

async function sweepFolder(folder: string, alive: ReadonlySet<string>, maxAgeMs: number): Promise<void> {
  const before = Date.now() - maxAgeMs;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const [processId = ''] = name.split('.');
    const found = await stat(file).catch(ignoreAbsent);
    const isForgotten = found && (found.mtimeMs <= before || (!alive.has(processId) && found.mtimeMs <= Date.now() - QUIET_MS));
    if (isForgotten) await rm(file, { recursive: true, force: true });
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return undefined;
}
