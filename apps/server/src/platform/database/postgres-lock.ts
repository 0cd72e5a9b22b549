/** `postmaster.pid`: a running PostgreSQL writes it into its data folder, and a killed one leaves it there. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

export interface PostgresLock {
  pid: number;
  /** As it was given to the server. */
  folder: string;
  port: number;
  /** Whether it takes connections. */
  isReady: boolean;
}

const LINES = { pid: 0, folder: 1, port: 3, status: 7 };
const lockFile = (folder: string) => path.join(folder, 'postmaster.pid');

function readLock(folder: string): PostgresLock | undefined {
  const lines = (readIfThere(lockFile(folder)) ?? '').split('\n');
  const numberAt = (line: number) => Number.parseInt(lines[line] ?? '', 10);
  if (!numberAt(LINES.pid)) return undefined;
  const isReady = lines[LINES.status]?.trim() === 'ready';
  return { pid: numberAt(LINES.pid), folder: lines[LINES.folder] ?? '', port: numberAt(LINES.port), isReady };
}

/** The server that runs on the folder, if one does. */
export function findRunning(folder: string): PostgresLock | undefined {
  const lock = readLock(folder);
  return lock && isAlive(lock.pid) && !isForeign(lock) ? lock : undefined;
}

/**
 * PostgreSQL refuses to start as long as some process of its user has the number in the lock. Should a server be there after all, the shared
 * memory it holds keeps another one from starting.
 */
export function removeForeignLock(folder: string): void {
  const lock = readLock(folder);
  if (lock && isAlive(lock.pid) && isForeign(lock)) rmSync(lockFile(folder), { force: true });
}

/** Whether the number is another process's by now: after a power cut, and in a container, numbers are soon used again. Told on Linux alone. */
function isForeign({ pid, folder }: PostgresLock): boolean {
  const command = readIfThere(`/proc/${pid}/cmdline`);
  return command !== undefined && !command.includes(folder);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
