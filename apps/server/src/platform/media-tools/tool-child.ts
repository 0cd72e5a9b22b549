import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import { spawnLimited, type ToolLimits, watchMemory } from './limited-spawn.ts';
import type { Sandbox } from './sandbox.ts';
import { openSandboxFolder, type ToolPaths } from './sandbox-folder.ts';
import { watchStall } from './stall-watch.ts';
import type { ToolResponse } from './tool-protocol.ts';

/** Thrown when a tool died, stalled or failed for a reason other than the file. The job is retried, unlike after FILE_BROKEN from the tool itself. */
export class ToolError extends AppError {
  constructor(detail: string) {
    super('FILE_BROKEN', 'Couldn’t process this file.', { cause: new Error(detail) });
    this.name = 'ToolError';
  }
}

/** Thrown when a signal ended a tool that nothing here had stopped, such as SIGSEGV: another build of the same tool may succeed. */
export class ToolCrashError extends ToolError {
  constructor(signal: string) {
    super(`the tool crashed (${signal})`);
    this.name = 'ToolCrashError';
  }
}

/** Thrown when a tool exceeded a limit of its process. */
export class ToolLimitError extends ToolError {
  readonly limit: 'memory' | 'time';

  constructor(limit: 'memory' | 'time', detail: string) {
    super(detail);
    this.name = 'ToolLimitError';
    this.limit = limit;
  }
}

/** The error for a file that needs more processor time than a file of its size may take. A retry would end the same way. */
export const createWorkLimitError = (subject = 'video') => new AppError('FILE_BROKEN', `This ${subject} is too complex to process.`);

/** The error for a video whose processing exceeds the memory limit of its process. A retry would end the same way. */
export const createMemoryLimitError = () => new AppError('FILE_BROKEN', 'This video needs too much memory to process.');

export interface CallOptions {
  /** The child is ended after this long without progress or a result. Time in which it waits for a processor does not count. */
  silenceTimeoutMs: number;
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

export interface ToolChild {
  readonly isAlive: boolean;
  call<T>(verb: string, args: ToolPaths, options: CallOptions): Promise<T>;
  close(): void;
}

interface Pending {
  reject: (error: Error) => void;
  onAnswer: (answer: ToolResponse) => void;
}

export interface ToolEnvironment {
  sandbox: Sandbox;
  /** A folder in which rooms for tools are made, on the volume of what they read and write. */
  workDir: string;
}

/** glibc otherwise keeps freed memory in a separate arena for each thread: a third more for the pages of a document. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/** Starts a child that runs `entry` (see tool-process.ts) with limits, a working folder, almost no environment, and only a channel to this process. */
export async function startToolChild(entry: URL, limits: ToolLimits, { sandbox, workDir }: ToolEnvironment): Promise<ToolChild> {
  const room = await openSandboxFolder(workDir, sandbox.user);
  const program = [process.execPath, fileURLToPath(entry), ...(sandbox.user === undefined ? [] : [String(sandbox.user)])];
  const within = sandbox.ownUserCommand;
  const child = spawnLimited(program, limits, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    wrapperCommand: within,
    cwd: room.folder,
    env: ENVIRONMENT,
  });
  child.channel?.unref();
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let endedBy: Error | undefined;
  const end = (reason: string | Error) => {
    endedBy ??= typeof reason === 'string' ? new ToolError(reason) : reason;
    child.kill('SIGKILL');
    for (const call of pending.values()) call.reject(endedBy);
    pending.clear();
  };
  child.on('message', (answer: ToolResponse) => pending.get(answer.id)?.onAnswer(answer));
  child.on('error', (error) => end(error.message));
  child.on('exit', () => void room.close());
  child.on('exit', (code, signal) =>
    end(signal === 'SIGXCPU' ? createWorkLimitError(limits.subject) : `the tool ended by itself (${signal ?? code})`),
  );
  const memory = watchMemory(child, limits.memoryBytes, () => end(new ToolLimitError('memory', 'the tool used too much memory')));

  return {
    get isAlive() {
      return endedBy === undefined;
    },
    async call<T>(verb: string, args: ToolPaths, options: CallOptions): Promise<T> {
      if (endedBy !== undefined) throw endedBy;
      const lent = await room.shareFiles(args);
      try {
        const id = nextId++;
        const result = await trackCall<T>(id, { pending, child, end }, options, () =>
          child.send({ id, functionName: verb, args: lent.args }),
        );
        await lent.collectOutput();
        return result;
      } finally {
        // The caller does not wait: the names are not used again, and closing deletes the folder.
        lent.clear().catch(() => undefined);
      }
    },
    close() {
      clearInterval(memory);
      end('closed');
    },
  };
}

interface Tracking {
  pending: Map<number, Pending>;
  child: ChildProcess;
  end: (reason: string | Error) => void;
}

function trackCall<T>(id: number, { pending, child, end }: Tracking, options: CallOptions, send: () => void): Promise<T> {
  const stall = watchStall(child, options.silenceTimeoutMs, () => end(new ToolLimitError('time', 'the tool made no progress')));
  const abort = () => end('cancelled');
  const done = new Promise<T>((resolve, reject) => {
    const onAnswer = (answer: ToolResponse) => {
      stall.progressed();
      if (answer.type === 'progress') return options.onProgress?.(answer.percent);
      pending.delete(id);
      if (answer.type === 'result') resolve(answer.result as T);
      else reject(answer.type === 'refused' ? new AppError(answer.code, answer.message) : new ToolError(answer.message));
    };
    pending.set(id, { reject, onAnswer });
    options.signal?.addEventListener('abort', abort, { once: true });
    if (options.signal?.aborted) return abort();
    send();
  });
  return done.finally(() => {
    stall.stop();
    options.signal?.removeEventListener('abort', abort);
  });
}
