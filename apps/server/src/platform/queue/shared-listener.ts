import type pg from 'pg';

/** Called like the callback of `pg.Pool.connect`. */
export type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

interface SharedConnection {
  client: Promise<pg.PoolClient>;
  users: number;
}

/**
 * Returns a function like `pool.connect` with a callback, which gives the same connection to all callers that only listen on it. The runner of each lane asks
 * for a connection of its own, and each would occupy memory in PostgreSQL and a place in the pool. The connection closes when its last user releases it.
 * After an error the next caller gets a new one.
 */
export function createSharedListener(pool: pg.Pool): (callback: ConnectCallback) => void {
  let current: SharedConnection | undefined;

  function open(): SharedConnection {
    const opened: SharedConnection = { client: pool.connect(), users: 0 };
    const forget = () => {
      if (current === opened) current = undefined;
    };
    opened.client.then((client) => client.once('error', forget), forget);
    return opened;
  }

  async function release(connection: SharedConnection): Promise<void> {
    connection.users--;
    if (connection.users > 0) return;
    if (current === connection) current = undefined;
    (await connection.client).release(true);
  }

  async function connect(callback: ConnectCallback): Promise<void> {
    const connection = (current ??= open());
    connection.users++;
    try {
      const client = keepListening(await connection.client);
      callback(undefined, client, () => void release(connection));
    } catch (error) {
      callback(error as Error, undefined, () => undefined);
    }
  }
  return (callback) => void connect(callback);
}

/** A runner that stops listening must not end it for the others. */
function keepListening(client: pg.PoolClient): pg.PoolClient {
  return new Proxy(client, {
    get(_client, key) {
      if (key === 'query') return (text: string) => (text.startsWith('UNLISTEN') ? Promise.resolve() : client.query(text));
      const value: unknown = Reflect.get(client, key, client);
      return typeof value === 'function' ? value.bind(client) : value;
    },
  });
}
