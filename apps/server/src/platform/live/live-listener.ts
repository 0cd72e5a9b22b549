import pg from 'pg';
import type { Logger } from 'pino';
import { metrics } from '../metrics/metrics.ts';
import { LIVE_CHANNEL, type LiveMessage, type PayloadId } from './live.ts';

export interface LiveListener {
  stop(): Promise<void>;
}

export interface LiveListenerOptions {
  url: string;
  onMessage: (message: LiveMessage) => void;
  isRepeated?: IsRepeated;
  /** The connection was restored after a gap, in which messages were lost. */
  onResumed: () => void;
  log: Logger;
}

/** Application name shown in `pg_stat_activity`. */
export const LIVE_CONNECTION_NAME = 'vitrine live';
const RECONNECT_MIN_MS = 200;
const RECONNECT_MAX_MS = 5000;
/** A connection that broke silently (a stopped database, a lost route) is detected after this time plus the limit below. */
const PROBE_INTERVAL_MS = 5000;
const PROBE_TIMEOUT_MS = 5000;

/** Receives the messages of all processes on a separate connection. Reconnects automatically and reports it. */
export async function startLiveListener({ url, onMessage, isRepeated, onResumed, log }: LiveListenerOptions): Promise<LiveListener> {
  let client: pg.Client | undefined;
  let probes: NodeJS.Timeout | undefined;
  let stopped = false;
  let delayMs = RECONNECT_MIN_MS;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: LIVE_CONNECTION_NAME,
      keepAlive: true,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    let isLost = false;
    const onConnectionLost = (error?: Error) => {
      if (isLost || stopped) return;
      isLost = true;
      clearInterval(probes);
      metrics.liveBreaks.inc();
      log.warn({ err: error }, 'live connection to the database lost; reconnecting');
      setTimeout(reconnect, delayMs).unref();
    };
    next.on('error', onConnectionLost);
    next.on('end', () => onConnectionLost());
    next.on('notification', ({ payload }) => dispatchMessages(payload, onMessage, isRepeated));
    try {
      await next.connect();
      await next.query(`listen ${LIVE_CHANNEL}`);
    } catch (error) {
      destroyClient(next);
      throw error;
    }
    delayMs = RECONNECT_MIN_MS;
    client = next;
    probes = setInterval(async () => {
      try {
        await next.query('select 1');
      } catch (error) {
        destroyClient(next);
        onConnectionLost(error as Error);
      }
    }, PROBE_INTERVAL_MS).unref();
  };
  const reconnect = () => {
    if (stopped) return;
    delayMs = Math.min(delayMs * 2, RECONNECT_MAX_MS);
    connect().then(onResumed, (error) => {
      log.debug({ err: error }, 'could not restore the live connection yet');
    });
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      clearInterval(probes);
      await client?.end().catch((error) => log.debug({ err: error }, 'could not close the live connection cleanly'));
    },
  };
}

/** Returns whether a payload with this id was received before. */
export type IsRepeated = (id: string) => boolean;

/** Calls `onMessage` for each message of a payload, unless it is repeated. */
export function dispatchMessages(payload: string | undefined, onMessage: (message: LiveMessage) => void, isRepeated?: IsRepeated): void {
  if (!payload) return;
  const [first, ...rest] = JSON.parse(payload) as [(LiveMessage | PayloadId)?, ...LiveMessage[]];
  if (!first || ('id' in first && isRepeated?.(first.id))) return;
  const messages = 'id' in first ? rest : [first, ...rest];
  metrics.nudgesReceived.inc(messages.length);
  for (const message of messages) onMessage(message);
}

/** Destroys a client without waiting for the peer, which may no longer respond. */
function destroyClient(client: pg.Client): void {
  client.end().catch(() => undefined);
  (client as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
