import { once } from 'node:events';
import type { Logger } from 'pino';

/** Stream shared by all processes of an installation. Several installations on one Redis need separate numbered databases. */
export const LIVE_STREAM = 'vitrine:live';

/** Key of the id by which processes recognize that they use the same Redis server. */
export const relayIdKey = (stream: string): string => `${stream}:server`;

const CONNECT_TIMEOUT_MS = 5000;
/** Ends a connection whose handshake gets no response. Later, commands keep the connection busy. */
const IDLE_TIMEOUT_MS = 5000;
const RECONNECT_MAX_MS = 1000;

/**
 * Loads the client on first use and connects it. A Redis that is unavailable does not prevent the start, because the client keeps trying. Commands fail
 * immediately while it is unavailable, so that they do not queue up in memory.
 */
export async function openRedis(url: string, log: Logger) {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 10), RECONNECT_MAX_MS),
    },
  });
  client.on('error', (error: Error) => log.debug({ err: error }, 'Redis is unavailable'));
  const firstAttempt = Promise.race([once(client, 'ready'), once(client, 'error').then(() => undefined)]).catch(() => undefined);
  connect(client);
  await firstAttempt;
  return client;
}

export type RedisClient = Awaited<ReturnType<typeof openRedis>>;

/** Returns without waiting. The client retries until it is destroyed. */
const connect = (client: RedisClient) => void client.connect().catch(() => undefined);

/**
 * Waits for responses. When they take longer than `limitMs`, rejects and replaces the connection: one that was lost without notice, for example by a
 * firewall, would otherwise stay silent for a quarter of an hour.
 */
export async function withinLimit<T>(client: RedisClient, limitMs: number, responses: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`No response from Redis within ${limitMs} ms`));
      if (!client.isOpen) return;
      client.destroy();
      connect(client);
    }, limitMs);
  });
  return Promise.race([responses, timeout]).finally(() => clearTimeout(timer));
}
