import { readdir, readFile } from 'node:fs/promises';

/** The activity of a process since its start, read from /proc. */
export interface ProcessActivity {
  /** Processor time of all its threads, user and system, in milliseconds. */
  cpuMs: number;
  /** True when a thread runs, waits for a processor or waits for a disk. */
  isRunnable: boolean;
}

const MS_PER_TICK = 10;

/** Reads the activity of a process. Returns undefined where /proc does not exist, or when the process has ended. */
export async function readProcessActivity(pid: number): Promise<ProcessActivity | undefined> {
  const fields = await readStat(`/proc/${pid}/stat`);
  if (!fields) return undefined;
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = await Promise.all(threads.map(async (thread) => (await readStat(`/proc/${pid}/task/${thread}/stat`))?.[0]));
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { cpuMs: ticks * MS_PER_TICK, isRunnable: states.some((state) => state === 'R' || state === 'D') };
}

/** Lists a process and its descendants. A scan of all processes of the machine would take time from requests. */
async function listGroup(groupId: number): Promise<number[]> {
  const found = [groupId];
  for (const pid of found) {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    for (const thread of threads) {
      const children = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
      found.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }
  return found;
}

/** Reads the activity of all processes of a group. Returns undefined where /proc does not exist, or when all have ended. */
export async function readGroupActivity(groupId: number): Promise<ProcessActivity | undefined> {
  const found = (await Promise.all((await listGroup(groupId)).map(readProcessActivity))).filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  return { cpuMs: found.reduce((sum, { cpuMs }) => sum + cpuMs, 0), isRunnable: found.some(({ isRunnable }) => isRunnable) };
}

/** Returns the resident memory of all processes of a group in bytes, or 0 where /proc does not exist. */
export async function readGroupBytes(groupId: number): Promise<number> {
  return (await Promise.all((await listGroup(groupId)).map(readResidentBytes))).reduce((sum, bytes) => sum + bytes, 0);
}

/** The fields of a stat file after the program's name, which may contain spaces. */
async function readStat(file: string): Promise<string[] | undefined> {
  const stat = await readFile(file, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns the resident memory of a process in bytes, or 0 where /proc does not exist. The unit in this file does not depend on the page size. */
export async function readResidentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
