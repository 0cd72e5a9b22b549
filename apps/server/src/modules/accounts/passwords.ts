import { availableParallelism } from 'node:os';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { runOnHashThread } from './password-threads.ts';

/** Each takes a core for itself; one is left to everybody else's requests. */
export const HASH_THREADS = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Per thread, about two seconds of work: who would wait longer is asked to come again. */
const MAX_QUEUED_PER_THREAD = 100;

const limitConcurrency = createConcurrencyLimiter({ lanes: HASH_THREADS, waiting: HASH_THREADS * MAX_QUEUED_PER_THREAD });

/** Both refuse with TOO_MANY_REQUESTS while too many wait. */
export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => runOnHashThread<string>({ password }));
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  limitConcurrency(() => runOnHashThread<boolean>({ password, passwordHash }));
