import type pg from 'pg';
import { isDatabaseUnavailable } from '../database/database.ts';
import { type ConnectCallback, createSharedListener } from './shared-listener.ts';

/** One of the codes after which the queue retries, from three seconds on with growing intervals: an unreachable host. */
const RETRYABLE_CODE = 'EHOSTUNREACH';

/**
 * A pool for the queue. The queue does not await its notes about finished jobs: an error with an unknown code would be unhandled and end the process. While
 * the database is away, every failure gets a code that is retried; both notes are idempotent. A note that comes after the end of the pool waits forever: the
 * worker has stopped, and its jobs are released without it.
 */
export function createRetryingPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    if (pool.ending) return new Promise<never>(() => undefined);
    try {
      return createRetryingClient(await pool.connect());
    } catch (error) {
      throw toRetryableError(error);
    }
  };
  const connectListener = createSharedListener(pool);
  // Listeners call with a callback and reconnect themselves.
  return overrideMethod(pool, 'connect', (callback?: ConnectCallback) => (callback ? connectListener(callback) : connect()));
}

function createRetryingClient(client: pg.PoolClient): pg.PoolClient {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  return overrideMethod(client, 'query', (...args: unknown[]) =>
    query(...args).catch((error) => {
      throw toRetryableError(error);
    }),
  );
}

function toRetryableError(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  return Object.assign(new Error('The database is unavailable', { cause: error }), { code: RETRYABLE_CODE });
}

/** Returns a proxy of the object with one method replaced. */
function overrideMethod<T extends object>(target: T, name: keyof T, method: unknown): T {
  return new Proxy(target, {
    get(_target, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
