/** Processor time and memory of processes, read from /proc. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TICKS_PER_SECOND = 100;
const MAX_TITLE = 60;

/** Lists the running processes among these and their descendants. */
export function listProcessTree(...roots: number[]): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = readStat(Number(name));
    if (fields) parents.set(Number(name), Number(fields[1]));
  }
  const isOurs = (pid: number): boolean => roots.includes(pid) || (parents.has(pid) && pid > 1 && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isOurs);
}

/** Lists all processes of a product. The database is found by its data folder, because it has no parent once the server was killed. */
export function listProductProcesses({ pid, dataDir }: { pid?: number | undefined; dataDir: string }): number[] {
  const postmasters = readdirSync(dataDir).flatMap(
    (name) => Number.parseInt(readText(path.join(dataDir, name, 'postmaster.pid')), 10) || [],
  );
  return listProcessTree(...(pid === undefined ? [] : [pid]), ...postmasters);
}

/** Returns the proportional memory (PSS) in MB, which counts shared pages once. */
export function memoryMb(pids: readonly number[]): number {
  const kb = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kb.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Returns the private memory in MB, without shared memory such as PostgreSQL's buffers, which grow to their configured size with any use. */
export function privateMemoryMb(pids: readonly number[]): number {
  const kb = pids.map((pid) => Number(/^Pss_Anon:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kb.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Returns the end of a running process's command line, which tells processes of the product apart. Empty for others. */
export const readProcessTitle = (pid: number): string => readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().slice(-MAX_TITLE);

export const treeMemoryMb = (rootPid: number): number => memoryMb(listProcessTree(rootPid));

/** Returns the user and system time of these processes and of their ended children, in seconds. */
export function processorSeconds(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => readStat(pid)?.slice(11, 15).map(Number) ?? []);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** Returns the fields of /proc/PID/stat after the name, which may contain spaces. */
function readStat(pid: number): string[] | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended, or the file does not exist.
    return '';
  }
}
