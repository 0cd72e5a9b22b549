import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { spawnLimited, type ToolLimits, watchMemory } from './limited-spawn.ts';
import type { Sandbox } from './sandbox.ts';
import { watchStall } from './stall-watch.ts';
import { createMemoryLimitError, createWorkLimitError, ToolCrashError, ToolError } from './tool-child.ts';

export interface RunOptions {
  limits: ToolLimits;
  sandbox?: Sandbox;
  /** The folder it works in. */
  cwd?: string;
  /** The program is ended after this long without output. Time in which it waits for a processor does not count. */
  silenceMs: number;
  signal?: AbortSignal;
  onLine?: (line: string) => void;
}

const MAX_OUTPUT_CHARS = 4_000_000;
const MAX_ERROR_CHARS = 4000;

/** Runs ffmpeg or ffprobe to its end and returns its output. FILE_BROKEN for a file it cannot read, ToolCrashError when a signal ended it. */
export async function runFfmpeg(
  program: string,
  args: string[],
  { limits, sandbox, cwd, silenceMs, signal, onLine }: RunOptions,
): Promise<string> {
  const child = spawnLimited([program, ...args], limits, {
    stdio: ['ignore', 'pipe', 'pipe'],
    wrapperCommand: sandbox?.restrictedUserCommand,
    cwd,
  });
  let endedBy: Error | undefined;
  const end = (reason: Error) => {
    endedBy ??= reason;
    child.kill('SIGKILL');
  };
  const stall = watchStall(child, silenceMs, () => end(new ToolError('the tool made no progress')));
  const abort = () => end(new ToolError('cancelled'));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  watchMemory(child, limits.memoryBytes, () => end(createMemoryLimitError()));
  try {
    const exit = new Promise<number | string | null>((resolve, reject) =>
      child.once('error', reject).once('close', (status, killedBy) => resolve(killedBy ?? status)),
    );
    const output = collect(child.stdout, MAX_OUTPUT_CHARS, stall.progressed, onLine);
    const complaints = collect(child.stderr, MAX_ERROR_CHARS, stall.progressed);
    const code = await exit;
    if (endedBy) throw endedBy;
    if (code === 0) return output();
    if (code === 'SIGXCPU') throw createWorkLimitError();
    if (typeof code === 'string') throw new ToolCrashError(code);
    throw toFileError(complaints());
  } finally {
    stall.stop();
    signal?.removeEventListener('abort', abort);
  }
}

/** The last `limit` characters of a stream, and its lines as they come. */
function collect(stream: Readable | null, limit: number, onData: () => void, onLine?: (line: string) => void): () => string {
  let text = '';
  let line = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    onData();
    text = (text + chunk).slice(-limit);
    if (!onLine) return;
    const lines = (line + chunk).split('\n');
    line = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  return () => text;
}

function toFileError(complaints: string): Error {
  const cause = new Error(complaints.slice(-500));
  if (/no space left/i.test(complaints)) return new AppError('DISK_FULL', undefined, { cause });
  if (/cannot allocate memory|no such filter|unknown encoder|unrecognized option/i.test(complaints))
    return new ToolError(complaints.slice(-500));
  return new AppError('FILE_BROKEN', 'The video is damaged or incomplete and can’t be played.', { cause });
}
