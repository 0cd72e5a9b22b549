import type pg from 'pg';

/** Called like the callback of `pg.Pool.connect`. */
export type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

interface SharedConnection {
  client: Promise<pg.PoolClient>;
  users: number;
  /** Resolves when the statements of all callers have ended. The next one waits for it, because pg accepts only one at a time. */
  idle: Promise<unknown>;
}

/**
 * Returns a function like `pool.connect` with a callback that gives all callers the same connection, on which they may only listen. Otherwise the runner of
 * each lane would have a connection of its own, with its memory in PostgreSQL and its place in the pool. The connection closes when the last caller has
 * released it. After an error, the next caller gets a new one.
 */
export function createSharedListener(pool: pg.Pool): (callback: ConnectCallback) => void {
  let current: SharedConnection | undefined;

  function open(): SharedConnection {
    const opened: SharedConnection = { client: pool.connect(), users: 0, idle: Promise.resolve() };
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
    let client: pg.PoolClient;
    try {
      client = await connection.client;
    } catch (error) {
      callback(error as Error, undefined, () => undefined);
      return;
    }
    callback(undefined, keepListening(client, connection), () => void release(connection));
  }
  return (callback) => void connect(callback);
}

/** A runner that stops listening must not end it for the others. */
function keepListening(client: pg.PoolClient, connection: SharedConnection): pg.PoolClient {
  const query = (text: string): Promise<unknown> => {
    if (text.startsWith('UNLISTEN')) return Promise.resolve();
    const done = connection.idle.then(() => client.query(text));
    connection.idle = done.catch(() => undefined);
    return done;
  };
  return new Proxy(client, {
    get(_client, key) {
      if (key === 'query') return query;
      const value: unknown = Reflect.get(client, key, client);
      return typeof value === 'function' ? value.bind(client) : value;
    },
  });
}
