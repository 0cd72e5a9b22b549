import { Worker } from 'node:worker_threads';
import { programFile } from '../../platform/program-files.ts';

/** With a hash: whether the password is that; without: its hash. */
export interface HashRequest {
  password: string;
  passwordHash?: string;
}

export type HashAnswer = { result: string | boolean } | { error: string };

const idle: Worker[] = [];

/**
 * One piece of work on a thread of its own, of low priority: a hash takes a core for as long as it lasts, and everybody else's
 * request goes first. As many threads are started as ever ran at a time; none keeps the process alive.
 */
export function onHashThread<T extends string | boolean>(request: HashRequest): Promise<T> {
  const worker = idle.pop() ?? startThread();
  worker.ref();
  return new Promise((resolve, reject) => {
    const settle = (how: () => void, isAlive: boolean) => {
      worker.off('message', onAnswer).off('error', onError);
      worker.unref();
      if (isAlive) idle.push(worker);
      how();
    };
    const onAnswer = (answer: HashAnswer) =>
      settle(() => ('result' in answer ? resolve(answer.result as T) : reject(new Error(answer.error))), true);
    const onError = (error: Error) => settle(() => reject(error), false);
    worker.on('message', onAnswer).on('error', onError);
    worker.postMessage(request);
  });
}

const startThread = (): Worker => new Worker(programFile('modules/accounts/password-thread'));
