import { Worker } from 'node:worker_threads';
import { getProgramFile } from '../../platform/program-files.ts';

/** With a hash: whether the password is that; without: its hash. */
export interface HashRequest {
  password: string;
  passwordHash?: string;
}

export type HashResponse = { result: string | boolean } | { error: string };

const idleWorkers: Worker[] = [];

/**
 * One piece of work on a thread of its own, of low priority: a hash takes a core for as long as it lasts, and everybody else's
 * request goes first. As many threads are started as ever ran at a time; none keeps the process alive.
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
