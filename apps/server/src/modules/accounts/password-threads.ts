import { Worker } from 'node:worker_threads';
import { getProgramFile } from '../../platform/program-files.ts';

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
export function runOnHashThread<T extends string | boolean>(request: HashRequest): Promise<T> {
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

const startThread = (): Worker => new Worker(getProgramFile('modules/accounts/password-hash-thread'));
