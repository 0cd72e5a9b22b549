import type pg from 'pg';
import { isDatabaseUnavailable } from '../database/database.ts';

/** Of the codes for which the queue tries again, from three seconds on, with more between two: a host out of reach. */
const RETRYABLE_CODE = 'EHOSTUNREACH';

/**
 * The pool as the queue needs it. What it notes of a job that has ended it does not wait for: where that fails by anything but a few codes, nobody catches it, and the
 * process ends. While the database is away every failure has such a code, and is tried again until it is back; either note is the same when made twice.
 */
export function createRetryingPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    try {
      return createRetryingClient(await pool.connect());
    } catch (error) {
      throw toRetryableError(error);
    }
  };
  // Who listens asks with a callback, and connects anew by itself.
  return overrideMethod(pool, 'connect', (callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? pool.connect(callback) : connect()));
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
  return Object.assign(new Error('The database is away', { cause: error }), { code: RETRYABLE_CODE });
}

/** The same object, but for one method. */
function overrideMethod<T extends object>(target: T, name: keyof T, method: unknown): T {
  return new Proxy(target, {
    get(_target, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
