import type { Logger } from 'pino';

/** Stream shared by all processes of an installation. Several installations on one Redis need separate numbered databases. */
export const LIVE_STREAM = 'vitrine:live';

/** Key of the id by which processes recognize that they use the same Redis server. */
export const relayIdKey = (stream: string): string => `${stream}:server`;

const CONNECT_TIMEOUT_MS = 5000;
const RECONNECT_MAX_MS = 1000;
/** Interval of pings, which keep a working connection from exceeding `SILENCE_TIMEOUT_MS`. */
const PING_INTERVAL_MS = 3000;
/** A connection without any data for this long is dead. */
const SILENCE_TIMEOUT_MS = 10_000;

/**
 * Loads the client on first use and connects it. A Redis that does not respond in time does not prevent the start: the client keeps trying. Commands fail
 * immediately while it is unavailable, so that they do not queue up in memory.
 */
export async function openRedis(url: string, log: Logger) {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 10), RECONNECT_MAX_MS),
    },
  });
  client.on('error', (error: Error) => log.debug({ err: error }, 'Redis is unavailable'));
  // Pending until the first connection, or rejected when the client is destroyed before.
  const connecting = client.connect().catch((error: Error) => log.debug({ err: error }, 'the connection to Redis was given up'));
  await withTimeout(connecting, CONNECT_TIMEOUT_MS).catch(() => undefined);
  return client;
}

export type RedisClient = Awaited<ReturnType<typeof openRedis>>;

/** Rejects when the work takes longer than `limitMs`; the work itself goes on. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response from Redis within ${limitMs} ms`)), limitMs);
  });
  // The losing promise may still reject.
  work.catch(() => undefined);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
