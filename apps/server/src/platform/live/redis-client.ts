import type { Logger } from 'pino';

/** Stream shared by all processes of an installation. Several installations on one Redis need separate numbered databases. */
export const LIVE_STREAM = 'vitrine:live';

const CONNECT_TIMEOUT_MS = 5000;
const RECONNECT_MAX_MS = 2000;
/** Interval of pings that detect a dead connection. */
const PING_INTERVAL_MS = 5000;

/** Loads the client on first use. Commands fail immediately while Redis is unavailable, so that they do not queue up in memory. */
export async function openRedis(url: string, log: Logger) {
  const { createClient } = await import('@redis/client');
  let isOpen = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      // A failure at startup is a configuration error; later Redis may be restarting.
      reconnectStrategy: (tries) => (isOpen ? Math.min(50 * 2 ** Math.min(tries, 10), RECONNECT_MAX_MS) : false),
    },
  });
  client.on('error', (error: Error) => log.debug({ err: error }, 'Redis is unavailable'));
  try {
    await client.connect();
  } catch (cause) {
    throw new Error('Redis at REDIS_URL does not respond.', { cause });
  }
  isOpen = true;
  return client;
}

export type RedisClient = Awaited<ReturnType<typeof openRedis>>;
