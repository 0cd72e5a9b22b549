import type { Logger } from 'pino';
import { allowAsyncCommit, type Database, type Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import { metrics } from '../metrics/metrics.ts';
import { addPayloadId, notifyProcesses, type SendPayloads } from './live.ts';
import { claimNudges, insertNudges } from './nudge-outbox.store.ts';
import { LIVE_STREAM, openRedis, type RedisClient, relayIdKey, withinLimit } from './redis-client.ts';

export interface Relay {
  /** Writes nudges to the outbox. They are sent after the caller's transaction commits. */
  sendPayloads: SendPayloads;
  /** Id of the Redis server, stored in it; undefined while it is unavailable. */
  getServerId(): string | undefined;
  stop(): Promise<void>;
}

interface RelayOptions {
  db: Database;
  url: string;
  log: Logger;
  /** Called when the server becomes available or unavailable, or lost its data. */
  onServerChanged?: (change: { isNew: boolean }) => void;
  stream?: string;
}

const MAX_PER_ROUND = 500;
/** The outbox is polled immediately after a write and then with growing intervals, up to a maximum, because a dead process may have left nudges. */
const MIN_POLL_MS = 5;
const MAX_POLL_MS = 1000;
const CHECK_INTERVAL_MS = 1000;
/** A Redis that takes longer is treated as unavailable. */
const RESPONSE_TIMEOUT_MS = 2000;
/** About one minute on a busy installation, at most 80 MB. Readers that were disconnected for longer reload everything. */
const MAX_STREAM_ENTRIES = 10_000;
const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: MAX_STREAM_ENTRIES } as const;

/**
 * Moves nudges from the outbox to a Redis stream. Every process relays nudges of all processes, so a crash never loses a nudge. It may be sent twice.
 * While Redis is unavailable, or a living process does not read from this Redis, nudges are sent through PostgreSQL, which every process listens to.
 */
export async function openRelay({ db, url, log, onServerChanged, stream = LIVE_STREAM }: RelayOptions): Promise<Relay> {
  const client = await openRedis(url, log);
  const server = await watchServer(client, stream, log, onServerChanged);
  let delayMs = MIN_POLL_MS;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let currentRound: Promise<void> | undefined;

  const sendToStream = async (payloads: string[]) => {
    const added = payloads.map((payload) => client.xAdd(stream, '*', { payload }, { TRIM }));
    await withinLimit(client, RESPONSE_TIMEOUT_MS, Promise.all(added)).catch(server.markUnavailable);
  };
  /** Relays one batch and returns its size. */
  const relayBatch = () =>
    db.transaction().execute(async (tx: Tx) => {
      await allowAsyncCommit(tx);
      const { payloads, hasOtherReaders } = await claimNudges(tx, MAX_PER_ROUND, server.getId());
      if (payloads.length === 0) return 0;
      if (server.getId() !== undefined) await sendToStream(payloads);
      if (server.getId() === undefined || hasOtherReaders) await notifyProcesses(tx, payloads);
      return payloads.length;
    });
  const runRound = async () => {
    try {
      while ((await relayBatch()) > 0) delayMs = MIN_POLL_MS;
      delayMs = Math.min(delayMs * 2, MAX_POLL_MS);
    } catch (error) {
      delayMs = MAX_POLL_MS;
      log.warn({ err: error }, 'live messages are delayed');
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    if (isStopped || currentRound) return;
    timer = setTimeout(() => {
      currentRound = runRound().finally(() => {
        currentRound = undefined;
        schedule();
      });
    }, delayMs).unref();
  };
  schedule();
  return {
    async sendPayloads(tx, payloads) {
      await insertNudges(tx, payloads.map(addPayloadId));
      delayMs = MIN_POLL_MS;
      schedule();
    },
    getServerId: server.getId,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await server.stop();
      await currentRound;
      await runRound();
      client.destroy();
    },
  };
}

interface WatchedServer {
  /** Undefined while the server is unavailable. */
  getId(): string | undefined;
  /** Treats the server as unavailable until the next check. */
  markUnavailable(error: unknown): void;
  stop(): Promise<void>;
}

/** Checks at intervals whether the server responds, and which one it is. */
async function watchServer(
  client: RedisClient,
  stream: string,
  log: Logger,
  onChanged: RelayOptions['onServerChanged'],
): Promise<WatchedServer> {
  let id: string | undefined;
  let lastId: string | undefined;
  const setId = (next: string | undefined, error?: unknown) => {
    if (next === id) return;
    if (next === undefined) log.warn({ err: error }, 'Redis unavailable; live messages are sent through the database');
    else log.info('Redis available; live messages are sent through it');
    id = next;
    metrics.relayUp.set(next === undefined ? 0 : 1);
    onChanged?.({ isNew: next !== undefined && lastId !== undefined && next !== lastId });
    lastId = next ?? lastId;
  };
  const markUnavailable = (error: unknown) => setId(undefined, error);
  const check = () => withinLimit(client, RESPONSE_TIMEOUT_MS, readServerId(client, stream)).then((found) => setId(found), markUnavailable);
  metrics.relayUp.set(0);
  await check();
  return { getId: () => id, markUnavailable, stop: repeat(check, CHECK_INTERVAL_MS) };
}

/** Returns the id that is stored in the server, after storing one in a new server. It is lost together with the stream. */
async function readServerId(client: RedisClient, stream: string): Promise<string> {
  const key = relayIdKey(stream);
  await client.set(key, newId(), { condition: 'NX' });
  const id = await client.get(key);
  if (id === null) throw new Error('Redis does not keep keys');
  return id;
}

/** Runs work at intervals, one run at a time. Returns a function that stops it and waits for the current run. */
function repeat(work: () => Promise<unknown>, intervalMs: number): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let isStopped = false;
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = work().finally(schedule);
    }, intervalMs).unref();
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
