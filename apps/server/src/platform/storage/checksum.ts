import { Worker } from 'node:worker_threads';
import { getProgramFile } from '../program-files.ts';

export interface ChecksumRequest {
  id: number;
  file: string;
  /** Number of bytes of the file that can be read. */
  end: number;
  isLast: boolean;
}

export type ChecksumResponse = { id: number; sha256: string } | { id: number; error: string };

export interface Checksum {
  /** The file has grown to `end` bytes. */
  update(end: number): void;
  /** It has `end` bytes and is whole: answers its SHA-256 in lower-case hex. */
  finish(end: number): Promise<string>;
  /** It will never be whole. */
  abandon(): void;
}

type ResolveChecksum = (answer: ChecksumResponse) => void;

let thread: Worker | undefined;
let nextId = 1;
const waiting = new Map<number, ResolveChecksum>();

/**
 * The SHA-256 of a file while it is being written, on a thread that reads behind the writer: what was just written is
 * still in the system's memory, and the server stays free to answer others.
 */
export function followChecksum(file: string): Checksum {
  const id = nextId++;
  const worker = openThread();
  return {
    update: (end) => worker.postMessage({ id, file, end, isLast: false } satisfies ChecksumRequest),
    finish: (end) =>
      new Promise((resolve, reject) => {
        waiting.set(id, (answer) => ('sha256' in answer ? resolve(answer.sha256) : reject(new Error(answer.error))));
        worker.ref();
        worker.postMessage({ id, file, end, isLast: true } satisfies ChecksumRequest);
      }),
    abandon: () => worker.postMessage({ forget: id }),
  };
}

function openThread(): Worker {
  if (thread) return thread;
  const worker = new Worker(getProgramFile('platform/storage/checksum-thread'));
  worker.unref();
  worker.on('message', (answer: ChecksumResponse) => {
    resolveRequest(answer);
    if (waiting.size === 0) worker.unref();
  });
  worker.on('error', (error) => {
    thread = undefined;
    for (const id of waiting.keys()) resolveRequest({ id, error: error.message });
  });
  thread = worker;
  return worker;
}

function resolveRequest(answer: ChecksumResponse): void {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
}
