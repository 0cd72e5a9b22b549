import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { metrics } from '../metrics/metrics.ts';
import type { LiveMessage } from './live.ts';
import { dispatchMessages, type IsRepeated, type LiveListener } from './live-listener.ts';
import { LIVE_STREAM, openRedis, type RedisClient, withinLimit } from './redis-client.ts';

const MAX_ENTRIES_PER_READ = 200;
const BLOCK_MS = 2000;
const RESPONSE_TIMEOUT_MS = 2000;
const RETRY_DELAY_MS = 200;
/** Interruptions shorter than this are bridged by the stream. After longer ones the process is reached through PostgreSQL. */
const MAX_INTERRUPTION_MS = BLOCK_MS + RESPONSE_TIMEOUT_MS;
const STREAM_START = '0-0';

interface RedisListenerOptions {
  url: string;
  onMessage: (message: LiveMessage) => void;
  isRepeated?: IsRepeated;
  /** Messages were lost. */
  onGap: () => void;
  /** Called when reading starts, and when the stream has not been readable for some seconds. Reading waits until it resolves. */
  onReadingChanged: (isReading: boolean) => Promise<void>;
  log: Logger;
  stream?: string;
}

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
  const read = Promise.all([client.xRange(stream, '-', '+', { COUNT: 1 }), client.xRevRange(stream, '+', '-', { COUNT: 1 })]);
  const [first, last] = await withinLimit(client, RESPONSE_TIMEOUT_MS, read);
  return { first: first?.[0]?.id ?? STREAM_START, last: last?.[0]?.id ?? STREAM_START };
}

/** Returns whether all messages after this position still exist: neither trimmed nor lost with Redis's memory. */
const isPositionAvailable = (position: string, { first, last }: StreamBounds) => !isAfter(first, position) && !isAfter(position, last);

/** Position of a reader in the stream, which may have lost messages behind it. */
function createStreamPosition(client: RedisClient, stream: string, onGap: () => void) {
  let position: string | undefined;
  let mayHaveGap = true;
  /** Returns the position to read from, which is the end of the stream when messages were lost. */
  const find = async (): Promise<string> => {
    if (position !== undefined && !mayHaveGap) return position;
    const bounds = await readStreamBounds(client, stream);
    mayHaveGap = false;
    if (position !== undefined && isPositionAvailable(position, bounds)) return position;
    if (position !== undefined) onGap();
    position = bounds.last;
    return position;
  };
  return {
    find,
    findAfterGap() {
      mayHaveGap = true;
      return find();
    },
    mayHaveGap: () => mayHaveGap,
    expectGap() {
      mayHaveGap = true;
    },
    /** Moves on to an entry. Returns false for one that is behind the position. */
    advance(id: string): boolean {
      if (position !== undefined && !isAfter(id, position)) return false;
      position = id;
      return true;
    },
  };
}

/** Receives the nudges of all processes from a stream of Redis, each process from its own position. Waits for Redis while it is unavailable. */
export async function startRedisListener({
  url,
  onMessage,
  isRepeated,
  onGap,
  onReadingChanged,
  log,
  stream = LIVE_STREAM,
}: RedisListenerOptions): Promise<LiveListener> {
  const client = await openRedis(url, log);
  let isStopped = false;
  let isReading = false;
  const reader = createStreamPosition(client, stream, onGap);
  let lastReadAt = performance.now();

  const setReading = async (next: boolean) => {
    if (next === isReading) return;
    isReading = next;
    await onReadingChanged(next);
  };
  const readNext = async () => {
    const from = await reader.find();
    lastReadAt = performance.now();
    await setReading(true);
    const read = client.xRead({ key: stream, id: from }, { BLOCK: BLOCK_MS, COUNT: MAX_ENTRIES_PER_READ });
    const answer = (await withinLimit(client, BLOCK_MS + RESPONSE_TIMEOUT_MS, read)) as
      | { messages: { id: string; message: Record<string, string> }[] }[]
      | null;
    lastReadAt = performance.now();
    const entries = answer?.[0]?.messages ?? [];
    // A slow reader may have missed messages that were trimmed in the meantime.
    if (entries.length === MAX_ENTRIES_PER_READ) await reader.findAfterGap();
    for (const { id, message } of entries) if (reader.advance(id)) dispatchMessages(message['payload'], onMessage, isRepeated);
  };
  const handleError = async (error: unknown) => {
    if (!reader.mayHaveGap()) {
      metrics.liveBreaks.inc();
      log.warn({ err: error }, 'live connection to Redis lost; reconnecting');
    }
    reader.expectGap();
    if (performance.now() - lastReadAt > MAX_INTERRUPTION_MS) await setReading(false);
    await sleep(RETRY_DELAY_MS);
  };
  const listen = async () => {
    while (!isStopped) {
      await readNext().catch((error) => (isStopped ? undefined : handleError(error)));
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
