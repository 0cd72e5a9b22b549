import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import os from 'node:os';
import { readResidentBytes } from './process-activity.ts';

export interface ToolLimits {
  /** Resident memory at which the child is ended. */
  memoryBytes: number;
  /** Largest file the child may write. */
  fileBytes: number;
  /** Processor time over the child's whole life; beyond it the child gets SIGXCPU. */
  cpuS?: number;
  /** As in nice(1). */
  priority?: number;
  /** Kind of file that the child processes, in messages to users; "video" by default. */
  subject?: string;
}

const MEMORY_CHECK_MS = 500;

export interface SpawnOptions {
  /** Standard streams of the program from 0 on; the pipe that ends it with its parent comes after them. */
  stdio: ('ignore' | 'pipe' | 'ipc')[];
  /** Programs that come before it and keep it from the rest of the machine. */
  wrapperCommand?: string[];
  /** The folder it starts in. */
  cwd?: string;
  /** Its whole environment. */
  env?: Record<string, string>;
  /** Starts it in a process group, for programs that start others. The whole group ends with `killGroup`, and with this process. */
  hasGroup?: boolean;
}

/**
 * Runs a program on an untrusted file: with limits, with only the given environment so that it has no secrets to leak, and never longer than this process. Only
 * Linux can bind its life to ours (PR_SET_PDEATHSIG), and forgets that when the user changes. Therefore a shell next to it reads from a pipe that only we
 * hold. We can end the shell; when this process ends in any way, it kills the program.
 */
export function spawnLimited(
  program: string[],
  limits: ToolLimits,
  { stdio, wrapperCommand = [], cwd, env = {}, hasGroup = false }: SpawnOptions,
): ChildProcess {
  if (process.platform === 'win32') {
    // Windows ends the children of a process with it.
    return start(program, limits, { stdio, cwd, env, detached: false });
  }
  const pipe = stdio.length;
  // sh counts -f in blocks of 512 bytes. Virtual memory has no limit here: node reserves far more than it uses.
  const caps = ['ulimit -c 0', `ulimit -f ${Math.ceil(limits.fileBytes / 512)}`];
  if (limits.cpuS) caps.push(`ulimit -S -t ${limits.cpuS}`, `ulimit -H -t ${limits.cpuS + 5}`);
  // The watcher keeps none of the program's streams open.
  const closed = stdio.map((_kind, at) => (at > 2 ? `${at}<&-` : '')).join(' ');
  const watcher = `{ read -r _ <&${pipe} || kill -9 ${hasGroup ? '-' : ''}$$; } >/dev/null 2>&1 ${closed} &`;
  const script = `${watcher} ${caps.join('; ')}; exec "$0" "$@" ${pipe}<&-`;
  const child = start(['/bin/sh', '-c', script, ...wrapperCommand, ...program], limits, {
    stdio: [...stdio, 'pipe'],
    cwd,
    env,
    detached: hasGroup,
  });
  const life = child.stdio[pipe] as Socket | null | undefined;
  // The pipe breaks when the watcher ends first.
  life?.on('error', () => undefined).unref();
  child.once('exit', () => life?.end('\n'));
  return child;
}

function start(
  command: string[],
  { priority }: ToolLimits,
  options: { stdio: StdioOptions; cwd: string | undefined; env: Record<string, string>; detached: boolean },
): ChildProcess {
  const child = spawn(command[0] as string, command.slice(1), { ...options, windowsHide: true });
  child.unref();
  if (priority && child.pid) {
    os.setPriority(child.pid, priority);
    if (options.detached) setAutogroupPriority(child.pid, priority);
  }
  return child;
}

/** Sets the priority of a session. Linux compares priorities of processes only within their session while autogroups are enabled (sched(7)). */
function setAutogroupPriority(pid: number, priority: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // This kernel has no autogroups, or does not let us set their priority.
  }
}

/** Ends all processes of a child that was started with `hasGroup`. */
export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch (error) {
    // All of them have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Calls `onExceeded` while the child uses more memory than its limit. Works on Linux; elsewhere only the time limits apply. */
export function watchMemory(
  child: ChildProcess,
  limitBytes: number,
  onExceeded: () => void,
  readBytes: (pid: number) => Promise<number> = readResidentBytes,
): NodeJS.Timeout {
  const check = async () => {
    if (child.pid !== undefined && (await readBytes(child.pid)) > limitBytes) onExceeded();
  };
  const timer = setInterval(() => void check(), MEMORY_CHECK_MS);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
  return timer;
}
