/** `postmaster.pid`: a running PostgreSQL writes it into its data folder, and a killed one leaves it there. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

export interface PostmasterPid {
  pid: number;
  /** As it was given to the server. */
  folder: string;
  port: number;
  /** Whether it takes connections. */
  isReady: boolean;
}

const PID_FILE_LINES = { pid: 0, folder: 1, port: 3, status: 7 };
const getPidFilePath = (folder: string) => path.join(folder, 'postmaster.pid');

function readLock(folder: string): PostmasterPid | undefined {
  const lines = (readIfExists(getPidFilePath(folder)) ?? '').split('\n');
  const numberAt = (line: number) => Number.parseInt(lines[line] ?? '', 10);
  if (!numberAt(PID_FILE_LINES.pid)) return undefined;
  const isReady = lines[PID_FILE_LINES.status]?.trim() === 'ready';
  return { pid: numberAt(PID_FILE_LINES.pid), folder: lines[PID_FILE_LINES.folder] ?? '', port: numberAt(PID_FILE_LINES.port), isReady };
}

/** The server that runs on the folder, if one does. */
export function findRunningServer(folder: string): PostmasterPid | undefined {
  const lock = readLock(folder);
  return lock && isProcessAlive(lock.pid) && !isPidOfOtherProgram(lock) ? lock : undefined;
}

/**
 * PostgreSQL refuses to start while a process of its user has the number in the lock. If a server does run, its shared memory still keeps another one from
 * starting.
 */
export function removeStalePidFile(folder: string): void {
  const lock = readLock(folder);
  if (lock && isProcessAlive(lock.pid) && isPidOfOtherProgram(lock)) rmSync(getPidFilePath(folder), { force: true });
}

/** Whether the number is another process's by now: after a power cut, and in a container, numbers are soon used again. Told on Linux alone. */
function isPidOfOtherProgram({ pid, folder }: PostmasterPid): boolean {
  const command = readIfExists(`/proc/${pid}/cmdline`);
  return command !== undefined && !command.includes(folder);
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
