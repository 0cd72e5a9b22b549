import { availableParallelism } from 'node:os';
import { createGate } from '../../platform/gate.ts';
import { onHashThread } from './password-threads.ts';

/** Each takes a core for itself; one is left to everybody else's requests. */
export const HASH_THREADS = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Per thread, about two seconds of work: who would wait longer is asked to come again. */
const WAITING_PER_THREAD = 100;

const gate = createGate({ lanes: HASH_THREADS, waiting: HASH_THREADS * WAITING_PER_THREAD });

/** Both refuse with TOO_MANY_REQUESTS while too many wait. */
export const hashPassword = (password: string): Promise<string> => gate(() => onHashThread<string>({ password }));
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  gate(() => onHashThread<boolean>({ password, passwordHash }));
