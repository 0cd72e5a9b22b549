import { statfs } from 'node:fs/promises';
import type { SystemState } from '@vitrine/contract';
import { isDiskLow } from './system.rules.ts';

/** The disk of a folder, in bytes. What is kept for the machine's administrator does not count as free. */
export async function readDiskUsage(folder: string): Promise<SystemState['disk']> {
  const { blocks, bavail, bsize } = await statfs(folder);
  const room = { total: blocks * bsize, free: bavail * bsize };
  return { folder, ...room, isLow: isDiskLow(room) };
}
