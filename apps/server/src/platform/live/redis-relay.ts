import type { Logger } from 'pino';
import { allowAsyncCommit, type Database } from '../database/database.ts';
import type { SendPayloads } from './live.ts';
import { claimNudges, deleteOldNudges, insertNudges } from './nudge-outbox.store.ts';
import { LIVE_STREAM, openRedis } from './redis-client.ts';

export interface Relay {
  /** Writes nudges to the outbox. They are sent after the caller's transaction commits. */
  sendPayloads: SendPayloads;
  stop(): Promise<void>;
}

interface RelayOptions {
  db: Database;
  url: string;
  log: Logger;
  stream?: string;
}

const MAX_PER_ROUND = 500;
/** The outbox is polled immediately after a write and then with growing intervals, up to a maximum, because a dead process may have left nudges. */
const MIN_POLL_MS = 5;
const MAX_POLL_MS = 1000;
/** About one minute on a busy installation, at most 80 MB. Readers that were disconnected for longer reload everything. */
const MAX_STREAM_ENTRIES = 10_000;
/** When Redis is away for longer, all clients reload everything afterwards. */
const OUTBOX_RETENTION_S = 60;

/** Moves nudges from the outbox to a Redis stream. Every process relays nudges of all processes, so a crash never loses a nudge; it may be sent twice. */
export async function openRelay({ db, url, log, stream = LIVE_STREAM }: RelayOptions): Promise<Relay> {
  const client = await openRedis(url, log);
  let delayMs = MIN_POLL_MS;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let currentRound: Promise<void> | undefined;

  /** Relays one batch and returns its size. */
  const relayBatch = () =>
    db.transaction().execute(async (tx) => {
      await allowAsyncCommit(tx);
      const payloads = (await claimNudges(tx, MAX_PER_ROUND)) ?? [];
      const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: MAX_STREAM_ENTRIES } as const;
      await Promise.all(payloads.map((payload) => client.xAdd(stream, '*', { payload }, { TRIM: trim })));
      return payloads.length;
    });
  const runRound = async () => {
    try {
      while ((await relayBatch()) > 0) delayMs = MIN_POLL_MS;
      delayMs = Math.min(delayMs * 2, MAX_POLL_MS);
    } catch (error) {
      delayMs = MAX_POLL_MS;
      log.warn({ err: error }, 'Redis unavailable; live messages are delayed');
      await deleteOldNudges(db, OUTBOX_RETENTION_S).catch(() => undefined);
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
      await insertNudges(tx, payloads);
      delayMs = MIN_POLL_MS;
      schedule();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await currentRound;
      await runRound();
      await client.close();
    },
  };
}
