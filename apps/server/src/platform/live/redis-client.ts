import type { Logger } from 'pino';

/** All processes of an installation share it; two installations on one Redis use two of its numbered databases. */
export const LIVE_STREAM = 'vitrine:live';

const CONNECT_TIMEOUT_MS = 5000;
const RECONNECT_MAX_MS = 2000;
/** Interval of pings that detect a dead connection. */
const PING_INTERVAL_MS = 5000;

/** Loads the client on first use. Commands fail immediately while Redis is away, so that nothing queues up in memory. */
export async function openRedis(url: string, log: Logger) {
  const { createClient } = await import('@redis/client');
  let isOpen = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      // At the start it is a configuration error; later Redis may only be restarting.
      reconnectStrategy: (tries) => (isOpen ? Math.min(50 * 2 ** Math.min(tries, 10), RECONNECT_MAX_MS) : false),
    },
  });
  client.on('error', (error: Error) => log.debug({ err: error }, 'Redis is away'));
  try {
    await client.connect();
  } catch (cause) {
    throw new Error('The Redis that REDIS_URL names does not answer.', { cause });
  }
  isOpen = true;
  return client;
}

export type RedisClient = Awaited<ReturnType<typeof openRedis>>;
