/** Processor time and memory of processes, read from /proc. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TICKS_PER_SECOND = 100;

/** These processes and all their descendants, as far as they live. */
export function treeOf(...roots: number[]): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(Number(name));
    if (fields) parents.set(Number(name), Number(fields[1]));
  }
  const isOurs = (pid: number): boolean => roots.includes(pid) || (parents.has(pid) && pid > 1 && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isOurs);
}

/** Lists all processes of a product. The database is found by its data folder, because it has no parent once the server was killed. */
export function productTree({ pid, dataDir }: { pid?: number | undefined; dataDir: string }): number[] {
  const postmasters = readdirSync(dataDir).flatMap(
    (name) => Number.parseInt(readText(path.join(dataDir, name, 'postmaster.pid')), 10) || [],
  );
  return treeOf(...(pid === undefined ? [] : [pid]), ...postmasters);
}

/** Proportional memory in MB: pages that several share are counted once. */
export function memoryMb(pids: readonly number[]): number {
  const kb = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kb.reduce((sum, each) => sum + each, 0) / 1024;
}

/** The same without memory that processes share, such as PostgreSQL's buffers, which fill up to their configured size with any use. */
export function ownMemoryMb(pids: readonly number[]): number {
  const kb = pids.map((pid) => Number(/^Pss_Anon:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kb.reduce((sum, each) => sum + each, 0) / 1024;
}

export const treeMemoryMb = (rootPid: number): number => memoryMb(treeOf(rootPid));

/** Seconds of processor time these took so far, with their children that have ended: user and system of both. */
export function processorSeconds(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => statOf(pid)?.slice(11, 15).map(Number) ?? []);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** The fields of /proc/PID/stat after the name, which may hold spaces. */
function statOf(pid: number): string[] | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process ended while we looked, or there is no such file.
    return '';
  }
}
