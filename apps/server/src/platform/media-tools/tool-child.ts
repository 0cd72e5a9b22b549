import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import type { ToolAnswer } from './tool-protocol.ts';

/** The child died, hung or failed without blaming the file: worth another try, unlike FILE_BROKEN from the tool itself. */
export class ToolFailure extends AppError {
  constructor(detail: string) {
    super('FILE_BROKEN', 'The file could not be processed.', { cause: new Error(detail) });
    this.name = 'ToolFailure';
  }
}

export interface ToolLimits {
  /** Resident memory at which the child is ended. */
  memoryBytes: number;
  /** Largest file the child may write. */
  fileBytes: number;
  /** Processor time over the child's whole life. */
  cpuS?: number;
  /** As in nice(1). */
  priority?: number;
}

export interface CallOptions {
  /** The child is ended when it has said nothing for this long: neither progress nor the result. */
  silenceMs: number;
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

export interface ToolChild {
  readonly isAlive: boolean;
  call<T>(verb: string, args: unknown, options: CallOptions): Promise<T>;
  close(): void;
}

interface Pending {
  reject: (error: Error) => void;
  onAnswer: (answer: ToolAnswer) => void;
}

const MEMORY_CHECK_MS = 500;

/** Starts a child that runs `entry` (see tool-process.ts) with limits, an empty environment and nothing but a channel to us. */
export function startToolChild(entry: URL, limits: ToolLimits): ToolChild {
  const child = spawnLimited(entry, limits);
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let endedBy: string | undefined;
  const end = (reason: string) => {
    endedBy ??= reason;
    child.kill('SIGKILL');
    for (const call of pending.values()) call.reject(new ToolFailure(endedBy));
    pending.clear();
  };
  child.on('message', (answer: ToolAnswer) => pending.get(answer.id)?.onAnswer(answer));
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => end(`the tool ended by itself (${signal ?? code})`));
  const memory = watchMemory(child, limits.memoryBytes, () => end('the tool used too much memory'));

  return {
    get isAlive() {
      return endedBy === undefined;
    },
    call(verb, args, options) {
      if (endedBy !== undefined) return Promise.reject(new ToolFailure(endedBy));
      const id = nextId++;
      return track(id, pending, options, end, () => child.send({ id, verb, args }));
    },
    close() {
      clearInterval(memory);
      end('closed');
    },
  };
}

function track<T>(
  id: number,
  pending: Map<number, Pending>,
  options: CallOptions,
  end: (reason: string) => void,
  send: () => void,
): Promise<T> {
  let watchdog: NodeJS.Timeout | undefined;
  const feed = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => end('the tool made no progress'), options.silenceMs);
  };
  const abort = () => end('cancelled');
  const done = new Promise<T>((resolve, reject) => {
    const onAnswer = (answer: ToolAnswer) => {
      feed();
      if (answer.type === 'progress') return options.onProgress?.(answer.percent);
      pending.delete(id);
      if (answer.type === 'result') resolve(answer.result as T);
      else reject(answer.type === 'refused' ? new AppError(answer.code, answer.message) : new ToolFailure(answer.message));
    };
    pending.set(id, { reject, onAnswer });
    options.signal?.addEventListener('abort', abort, { once: true });
    if (options.signal?.aborted) return abort();
    feed();
    send();
  });
  return done.finally(() => {
    clearTimeout(watchdog);
    options.signal?.removeEventListener('abort', abort);
  });
}

function spawnLimited(entry: URL, limits: ToolLimits): ChildProcess {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', fileURLToPath(entry)];
  // sh counts -f in blocks of 512 bytes. Virtual memory has no limit here: node reserves far more than it uses.
  const caps = ['ulimit -c 0', `ulimit -f ${Math.ceil(limits.fileBytes / 512)}`, ...(limits.cpuS ? [`ulimit -t ${limits.cpuS}`] : [])];
  const command = process.platform === 'win32' ? node : ['/bin/sh', '-c', `${caps.join('; ')}; exec "$0" "$@"`, ...node];
  const child = spawn(command[0] as string, command.slice(1), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {}, windowsHide: true });
  child.unref();
  child.channel?.unref();
  if (limits.priority && child.pid) os.setPriority(child.pid, limits.priority);
  return child;
}

/** Linux tells a process's memory in /proc; elsewhere the watchdogs on time have to do. */
function watchMemory(child: ChildProcess, limitBytes: number, onExceeded: () => void): NodeJS.Timeout {
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
