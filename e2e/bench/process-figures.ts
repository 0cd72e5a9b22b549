/** What processes cost, read from /proc. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Proportional memory of a process and all its descendants, in MB: shared pages counted once. */
export function treeMemoryMb(rootPid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(Number(name));
    if (fields) parents.set(Number(name), Number(fields[1]));
  }
  const isOurs = (pid: number): boolean => pid === rootPid || (parents.has(pid) && pid > 1 && isOurs(parents.get(pid) ?? 0));
  let kb = 0;
  for (const pid of parents.keys()) {
    if (isOurs(pid)) kb += Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  }
  return kb / 1024;
}

/** Seconds of processor time a process took so far, its ended children left out. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields?.[11]) + Number(fields?.[12])) / TICKS_PER_SECOND;
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
    // The process ended while we looked.
    return '';
  }
}
