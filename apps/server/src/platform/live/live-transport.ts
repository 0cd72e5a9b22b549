import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { maxEntries } from '../lru-options.ts';
import type { Heartbeat } from '../queue/heartbeat.ts';
import type { SendPayloads } from './live.ts';
import { type IsRepeated, type LiveListener, type LiveListenerOptions, startLiveListener } from './live-listener.ts';
import { startRedisListener } from './redis-listener.ts';
import { openRelay } from './redis-relay.ts';

/** Transport of live messages between processes: PostgreSQL, or Redis with PostgreSQL as its substitute. */
export interface LiveTransport {
  /** Undefined when messages travel through PostgreSQL alone. */
  sendPayloads: SendPayloads | undefined;
  /** Returns whether Redis carries the messages of this process; undefined when none is configured. */
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
/** Length of the Redis stream, all of which a process may read again after an interruption. */
const MAX_REMEMBERED_PAYLOADS = 10_000;

export async function openLiveTransport({ db, directUrl, redisUrl, heartbeat, log, ...rest }: TransportOptions): Promise<LiveTransport> {
  if (redisUrl === undefined)
    return {
      sendPayloads: undefined,
      isRelayUp: () => undefined,
      listen: (options) => startLiveListener({ url: directUrl, log, ...options }),
      stop: async () => undefined,
    };

  let isReading = false;
  let reload: () => void = () => undefined;
  const record = createRelayRecorder(heartbeat, () => (isReading ? relay.getServerId() : undefined), log);
  const relay = await openRelay({
    db,
    url: redisUrl,
    log,
    ...rest,
    onServerChanged({ isNew }) {
      void record.update();
      // The previous server lost its data, perhaps before this process had read all of it.
      if (isNew) reload();
    },
  });
  return {
    sendPayloads: relay.sendPayloads,
    isRelayUp: () => relay.getServerId() !== undefined,
    async listen(options) {
      reload = options.onResumed;
      // A payload may arrive through PostgreSQL and through Redis, but a device command must be executed once.
      const isRepeated = createRepetitionFilter();
      const fromDatabase = await startLiveListener({ url: directUrl, log, isRepeated, ...options });
      const fromRedis = await startRedisListener({
        url: redisUrl,
        log,
        ...rest,
        isRepeated,
        onMessage: options.onMessage,
        onGap: options.onResumed,
        async onReadingChanged(next) {
          isReading = next;
          await record.update();
          // Messages that other processes sent before they read this record are in Redis only.
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
      record.stop();
      await relay.stop();
    },
  };
}

/**
 * Records from which Redis server this process reads. Processes that use another server send to it through PostgreSQL as well. Executes one statement at a
 * time, because statements on several connections could overtake each other.
 */
function createRelayRecorder({ setRelay }: Pick<Heartbeat, 'setRelay'>, read: () => string | undefined, log: Logger) {
  let isStopped = false;
  let last: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    while (!isStopped) {
      try {
        return await setRelay(read());
      } catch (error) {
        log.debug({ err: error }, 'could not record the relay of this process yet');
        await sleep(RETRY_DELAY_MS);
      }
    }
  };
  return {
    update: (): Promise<void> => (last = last.then(write)),
    stop() {
      isStopped = true;
    },
  };
}

function createRepetitionFilter(): IsRepeated {
  const received = new LRUCache<string, true>(maxEntries(MAX_REMEMBERED_PAYLOADS));
  return (id) => {
    const isRepeated = received.has(id);
    received.set(id, true);
    return isRepeated;
  };
}
