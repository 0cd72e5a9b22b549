import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';

export interface ToolLimits {
  /** Resident memory at which the child is ended. */
  memoryBytes: number;
  /** Largest file the child may write. */
  fileBytes: number;
  /** Processor time over the child's whole life; beyond it the child gets SIGXCPU. */
  cpuS?: number;
  /** As in nice(1). */
  priority?: number;
}

const MEMORY_CHECK_MS = 500;

/** Runs a program on an untrusted file: with limits, and with an empty environment, so that it has no secrets to leak. */
export function spawnLimited(program: string[], limits: ToolLimits, stdio: StdioOptions): ChildProcess {
  // sh counts -f in blocks of 512 bytes. Virtual memory has no limit here: node reserves far more than it uses.
  const caps = [
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(limits.fileBytes / 512)}`,
    ...(limits.cpuS ? [`ulimit -S -t ${limits.cpuS}`, `ulimit -H -t ${limits.cpuS + 5}`] : []),
  ];
  const command = process.platform === 'win32' ? program : ['/bin/sh', '-c', `${caps.join('; ')}; exec "$0" "$@"`, ...program];
  const child = spawn(command[0] as string, command.slice(1), { stdio, env: {}, windowsHide: true });
  child.unref();
  if (limits.priority && child.pid) os.setPriority(child.pid, limits.priority);
  return child;
}

/** On Linux the memory of a process is read from /proc; elsewhere only the time limits apply. */
export function watchMemory(child: ChildProcess, limitBytes: number, onExceeded: () => void): NodeJS.Timeout {
  const check = async () => {
    const fields = await readFile(`/proc/${child.pid}/statm`, 'utf8').catch(() => undefined);
    const residentPages = Number(fields?.split(' ')[1] ?? 0);
    if (residentPages * 4096 > limitBytes) onExceeded();
  };
  const timer = setInterval(() => void check(), MEMORY_CHECK_MS);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
  return timer;
}
