import { setTimeout as sleep } from 'node:timers/promises';
import { metrics } from '../metrics/metrics.ts';
import { dispatchMessages, type LiveListener, type LiveListenerOptions } from './live-listener.ts';
import { LIVE_STREAM, openRedis, type RedisClient } from './redis-client.ts';

const MAX_ENTRIES_PER_READ = 200;
const BLOCK_MS = 5000;
const RETRY_DELAY_MS = 200;
const STREAM_START = '0-0';

interface StreamBounds {
  first: string;
  last: string;
}

/** Ids are a time and a number within it. */
function isAfter(id: string, other: string): boolean {
  const [[ms = 0n, number = 0n], [otherMs = 0n, otherNumber = 0n]] = [id.split('-').map(BigInt), other.split('-').map(BigInt)];
  return ms > otherMs || (ms === otherMs && number > otherNumber);
}

async function readStreamBounds(client: RedisClient, stream: string): Promise<StreamBounds> {
  const [first, last] = [await client.xRange(stream, '-', '+', { COUNT: 1 }), await client.xRevRange(stream, '+', '-', { COUNT: 1 })];
  return { first: first?.[0]?.id ?? STREAM_START, last: last?.[0]?.id ?? STREAM_START };
}

/** Returns whether all messages after this position still exist: neither trimmed nor lost with Redis's memory. */
const isPositionAvailable = (position: string, { first, last }: StreamBounds) => !isAfter(first, position) && !isAfter(position, last);

/** Hears the nudges of all processes from a stream of Redis, each process from its own position. */
export async function startRedisListener({
  url,
  onMessage,
  onResumed,
  log,
  stream = LIVE_STREAM,
}: LiveListenerOptions & { stream?: string }): Promise<LiveListener> {
  const client = await openRedis(url, log);
  let isStopped = false;
  let isLost = false;
  let { last: position } = await readStreamBounds(client, stream);

  const handleGap = async () => {
    const bounds = await readStreamBounds(client, stream);
    if (isPositionAvailable(position, bounds)) return;
    position = bounds.last;
    onResumed();
  };
  const readNext = async () => {
    if (isLost) await handleGap();
    isLost = false;
    const answer = (await client.xRead({ key: stream, id: position }, { BLOCK: BLOCK_MS, COUNT: MAX_ENTRIES_PER_READ })) as
      | { messages: { id: string; message: Record<string, string> }[] }[]
      | null;
    const entries = answer?.[0]?.messages ?? [];
    // A slow reader may have missed messages that were trimmed in the meantime.
    if (entries.length === MAX_ENTRIES_PER_READ) await handleGap();
    for (const { id, message } of entries) {
      if (!isAfter(id, position)) continue;
      position = id;
      dispatchMessages(message['payload'], onMessage);
    }
  };
  const listen = async () => {
    while (!isStopped) {
      try {
        await readNext();
      } catch (error) {
        if (isStopped) return;
        if (!isLost) {
          metrics.liveBreaks.inc();
          log.warn({ err: error }, 'live connection to Redis lost; reconnecting');
        }
        isLost = true;
        await sleep(RETRY_DELAY_MS);
      }
    }
  };
  const listening = listen();
  return {
    async stop() {
      isStopped = true;
      client.destroy();
      await listening;
    },
  };
}
