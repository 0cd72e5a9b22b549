import { availableParallelism } from 'node:os';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { runOnHashThread } from './password-threads.ts';

/** Each thread uses a core; one core is left to other requests. */
export const HASH_THREADS = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Queue length per thread, about two seconds of work. Further sign-ins are refused. */
const MAX_QUEUED_PER_THREAD = 100;

const limitConcurrency = createConcurrencyLimiter({ lanes: HASH_THREADS, waiting: HASH_THREADS * MAX_QUEUED_PER_THREAD });

/** Both refuse with TOO_MANY_REQUESTS while too many wait. */
export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => runOnHashThread<string>({ password }));
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  limitConcurrency(() => runOnHashThread<boolean>({ password, passwordHash }));
