import pg from 'pg';
import type { Logger } from 'pino';
import { LIVE_CHANNEL, type LiveMessage } from './live.ts';

export interface LiveListener {
  stop(): Promise<void>;
}

const RECONNECT_MIN_MS = 200;
const RECONNECT_MAX_MS = 5000;

/** Hears the nudges of all processes on a connection of its own; comes back by itself when that breaks. */
export async function startLiveListener(url: string, onMessage: (message: LiveMessage) => void, log: Logger): Promise<LiveListener> {
  let client: pg.Client | undefined;
  let stopped = false;
  let delayMs = RECONNECT_MIN_MS;

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    let isLost = false;
    const lost = (error?: Error) => {
      if (isLost || stopped) return;
      isLost = true;
      log.warn({ err: error }, 'the live connection to the database broke');
      setTimeout(reconnect, delayMs).unref();
    };
    next.on('error', lost);
    next.on('end', () => lost());
    next.on('notification', ({ payload }) => {
      if (payload) for (const message of JSON.parse(payload) as LiveMessage[]) onMessage(message);
    });
    await next.connect();
    await next.query(`listen ${LIVE_CHANNEL}`);
    delayMs = RECONNECT_MIN_MS;
    client = next;
  };
  const reconnect = () => {
    if (stopped) return;
    delayMs = Math.min(delayMs * 2, RECONNECT_MAX_MS);
    connect().catch((error) => {
      log.debug({ err: error }, 'the live connection is not back yet');
    });
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      await client?.end().catch((error) => log.debug({ err: error }, 'the live connection did not end in order'));
    },
  };
}
