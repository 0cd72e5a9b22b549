import type pg from 'pg';
import { isDatabaseAway } from '../database/database.ts';

/** Of the codes for which the queue tries again, from three seconds on, with more between two: a host out of reach. */
const TRY_AGAIN = 'EHOSTUNREACH';

/**
 * The pool as the queue needs it. What it notes of a job that has ended it does not wait for: where that fails by anything but a few codes, nobody catches it, and the
 * process ends. While the database is away every failure has such a code, and is tried again until it is back; either note is the same when made twice.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    try {
      return patientClient(await pool.connect());
    } catch (error) {
      throw orTryAgain(error);
    }
  };
  // Who listens asks with a callback, and connects anew by itself.
  return override(pool, 'connect', (callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? pool.connect(callback) : connect()));
}

function patientClient(client: pg.PoolClient): pg.PoolClient {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  return override(client, 'query', (...args: unknown[]) =>
    query(...args).catch((error) => {
      throw orTryAgain(error);
    }),
  );
}

function orTryAgain(error: unknown): unknown {
  if (!isDatabaseAway(error)) return error;
  return Object.assign(new Error('The database is away', { cause: error }), { code: TRY_AGAIN });
}

/** The same object, but for one method. */
function override<T extends object>(target: T, name: keyof T, method: unknown): T {
  return new Proxy(target, {
    get(_target, key) {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
