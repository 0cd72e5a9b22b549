import { readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../errors.ts';

/** Never taken by media. */
const RESERVED_DISK_BYTES = 256 * 1024 * 1024;
/** A delayed process may be considered dead while it still writes. */
const DEAD_PROCESS_GRACE_MS = 60_000;

/** Throws DISK_FULL when this many more bytes would leave too little space for the system. */
export async function assertFreeSpace(folder: string, sizeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - sizeBytes < RESERVED_DISK_BYTES) throw new AppError('DISK_FULL');
}

/** Suffix of a process's folder for copies of stored objects. */
export const COPIES_SUFFIX = '.copies';

/** Removes files of dead processes, whose names are before the first dot, and all files that are too old, except copies. */
export async function deleteStaleFiles(folder: string, alive: ReadonlySet<string>, maxAgeMs: number): Promise<void> {
  const before = Date.now() - maxAgeMs;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const [processId = ''] = name.split('.');
    const isAlive = alive.has(processId);
    if (isAlive && name.endsWith(COPIES_SUFFIX)) continue;
    const found = await stat(file).catch(ignoreNotFound);
    const isForgotten = found && (found.mtimeMs <= before || (!isAlive && found.mtimeMs <= Date.now() - DEAD_PROCESS_GRACE_MS));
    if (isForgotten) await rm(file, { recursive: true, force: true });
  }
}

export function ignoreNotFound(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return undefined;
}
