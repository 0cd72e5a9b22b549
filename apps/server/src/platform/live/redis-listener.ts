import { setTimeout as sleep } from 'node:timers/promises';
import { metrics } from '../metrics/metrics.ts';
import { hearAll, type LiveListener, type LiveListenerOptions } from './live-listener.ts';
import { LIVE_STREAM, openRedis, type RedisClient } from './redis-client.ts';

const AT_ONCE = 200;
const BLOCK_MS = 5000;
const AGAIN_MS = 200;
const BEFORE_ALL = '0-0';

interface Bounds {
  first: string;
  last: string;
}

/** Ids are a time and a number within it. */
function isAfter(id: string, other: string): boolean {
  const [[ms = 0n, number = 0n], [otherMs = 0n, otherNumber = 0n]] = [id.split('-').map(BigInt), other.split('-').map(BigInt)];
  return ms > otherMs || (ms === otherMs && number > otherNumber);
}

async function boundsOf(client: RedisClient, stream: string): Promise<Bounds> {
  const [first, last] = [await client.xRange(stream, '-', '+', { COUNT: 1 }), await client.xRevRange(stream, '+', '-', { COUNT: 1 })];
  return { first: first?.[0]?.id ?? BEFORE_ALL, last: last?.[0]?.id ?? BEFORE_ALL };
}

/** Whether what comes after this position is there still: neither trimmed nor lost with Redis's memory. */
const isKept = (position: string, { first, last }: Bounds) => !isAfter(first, position) && !isAfter(position, last);

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
  let { last: position } = await boundsOf(client, stream);

  const skipGap = async () => {
    const bounds = await boundsOf(client, stream);
    if (isKept(position, bounds)) return;
    position = bounds.last;
    onResumed();
  };
  const readOn = async () => {
    if (isLost) await skipGap();
    isLost = false;
    const answer = (await client.xRead({ key: stream, id: position }, { BLOCK: BLOCK_MS, COUNT: AT_ONCE })) as
      | { messages: { id: string; message: Record<string, string> }[] }[]
      | null;
    const entries = answer?.[0]?.messages ?? [];
    // Whoever is behind may have been overtaken by what is let go of.
    if (entries.length === AT_ONCE) await skipGap();
    for (const { id, message } of entries) {
      if (!isAfter(id, position)) continue;
      position = id;
      hearAll(message['payload'], onMessage);
    }
  };
  const listen = async () => {
    while (!isStopped) {
      try {
        await readOn();
      } catch (error) {
        if (isStopped) return;
        if (!isLost) {
          metrics.liveBreaks.inc();
          log.warn({ err: error }, 'live connection to Redis lost; reconnecting');
        }
        isLost = true;
        await sleep(AGAIN_MS);
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
