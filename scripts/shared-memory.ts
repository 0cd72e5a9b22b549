import { existsSync, statfsSync } from 'node:fs';

/** Folder whose files are in memory on Linux. */
export const SHARED_MEMORY = '/dev/shm';

/** Returns the free space of that folder in bytes; 0 on machines without it. Containers often have 64 MB. */
export function freeSharedMemory(): number {
  if (!existsSync(SHARED_MEMORY)) return 0;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize;
}
