import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Heartbeat } from '../queue/heartbeat.ts';
import type { SendPayloads } from './live.ts';
import { type LiveListener, type LiveListenerOptions, startLiveListener } from './live-listener.ts';
import { startRedisListener } from './redis-listener.ts';
import { openRelay } from './redis-relay.ts';

/** How live messages travel between processes: through PostgreSQL, or through Redis with PostgreSQL as its substitute. */
export interface LiveTransport {
  /** Undefined where messages travel through PostgreSQL alone. */
  sendPayloads: SendPayloads | undefined;
  /** Returns whether Redis carries the messages of this process; undefined where none is configured. */
  isRelayUp(): boolean | undefined;
  listen(options: ListenOptions): Promise<LiveListener>;
  stop(): Promise<void>;
}

type ListenOptions = Pick<LiveListenerOptions, 'onMessage' | 'onResumed'>;

interface TransportOptions {
  db: Database;
  /** Bypasses a pooler, through which a process cannot listen. */
  directUrl: string;
  redisUrl: string | undefined;
  heartbeat: Pick<Heartbeat, 'setRelay'>;
  log: Logger;
  stream?: string;
}

const RETRY_DELAY_MS = 500;

export async function openLiveTransport({ db, directUrl, redisUrl, heartbeat, log, ...rest }: TransportOptions): Promise<LiveTransport> {
  const listenToDatabase = (options: ListenOptions) => startLiveListener({ url: directUrl, log, ...options });
  if (redisUrl === undefined)
    return { sendPayloads: undefined, isRelayUp: () => undefined, listen: listenToDatabase, stop: async () => undefined };

  let isReading = false;
  let isStopped = false;
  let reload: () => void = () => undefined;
  /** The other processes send to this one through PostgreSQL, too, unless its heartbeat names the Redis that they send to. */
  const publishRelay = async (): Promise<void> => {
    while (!isStopped) {
      try {
        return await heartbeat.setRelay(isReading ? relay.getServerId() : undefined);
      } catch (error) {
        log.debug({ err: error }, 'could not record the relay of this process yet');
        await sleep(RETRY_DELAY_MS);
      }
    }
  };
  const relay = await openRelay({
    db,
    url: redisUrl,
    log,
    ...rest,
    onServerChanged({ isNew }) {
      void publishRelay();
      // Its predecessor lost its data, perhaps before this process had read all of it.
      if (isNew) reload();
    },
  });
  return {
    sendPayloads: relay.sendPayloads,
    isRelayUp: () => relay.getServerId() !== undefined,
    async listen(options) {
      reload = options.onResumed;
      const fromDatabase = await listenToDatabase(options);
      const fromRedis = await startRedisListener({
        url: redisUrl,
        log,
        ...rest,
        onMessage: options.onMessage,
        onGap: options.onResumed,
        async onReadingChanged(next) {
          isReading = next;
          await publishRelay();
          // Messages sent before the others knew are in Redis only.
          if (!next) options.onResumed();
        },
      });
      return {
        async stop() {
          await fromRedis.stop();
          await fromDatabase.stop();
        },
      };
    },
    async stop() {
      isStopped = true;
      await relay.stop();
    },
  };
}
