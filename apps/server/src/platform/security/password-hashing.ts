import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createConcurrencyLimiter } from '../concurrency-limiter.ts';
import { getProgramFile } from '../program-files.ts';

/** Each thread uses a core; one core is left to other requests. */
export const HASH_THREADS = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Queue length per thread, about two seconds of work. Further sign-ins are refused. */
const MAX_QUEUED_PER_THREAD = 100;

const limitConcurrency = createConcurrencyLimiter({ lanes: HASH_THREADS, waiting: HASH_THREADS * MAX_QUEUED_PER_THREAD });

/** Hashes a password with argon2id. Throws TOO_MANY_REQUESTS when the queue is full. */
export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => runOnHashThread<string>({ password }));

/** Returns whether the password has this hash. Throws TOO_MANY_REQUESTS when the queue is full. */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  limitConcurrency(() => runOnHashThread<boolean>({ password, passwordHash }));

/** Request to verify the password when a hash is given, and to hash it otherwise. */
export interface HashRequest {
  password: string;
  passwordHash?: string;
}

export type HashResponse = { result: string | boolean } | { error: string };

const idleWorkers: Worker[] = [];

/**
 * Runs a task on a low-priority thread, because hashing uses a core and other requests go first. Threads are started up to the highest number ever needed at
 * a time, and do not keep the process alive.
 */
function runOnHashThread<T extends string | boolean>(request: HashRequest): Promise<T> {
  const worker = idleWorkers.pop() ?? startThread();
  worker.ref();
  return new Promise((resolve, reject) => {
    const finish = (how: () => void, isAlive: boolean) => {
      worker.off('message', onMessage).off('error', onError);
      worker.unref();
      if (isAlive) idleWorkers.push(worker);
      how();
    };
    const onMessage = (answer: HashResponse) =>
      finish(() => ('result' in answer ? resolve(answer.result as T) : reject(new Error(answer.error))), true);
    const onError = (error: Error) => finish(() => reject(error), false);
    worker.on('message', onMessage).on('error', onError);
    worker.postMessage(request);
  });
}

const startThread = (): Worker => new Worker(getProgramFile('platform/security/password-hash-thread'));
