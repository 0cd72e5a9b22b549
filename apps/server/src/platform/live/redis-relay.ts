import type { Logger } from 'pino';
import { allowAsyncCommit, type Database } from '../database/database.ts';
import type { SendPayloads } from './live.ts';
import { claimNudges, deleteOldNudges, insertNudges } from './nudge-outbox.store.ts';
import { LIVE_STREAM, openRedis } from './redis-client.ts';

export interface Relay {
  /** Nudges leave by it when the caller's transaction commits. */
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
/** After something was handed over one looks at once, and then ever less often, but never less than this: a process that died may have left something. */
const MIN_POLL_MS = 5;
const MAX_POLL_MS = 1000;
/** About a minute of a busy installation, and 80 MB at most; readers that were away for longer reload everything. */
const MAX_STREAM_ENTRIES = 10_000;
/** When Redis is away for longer, all clients reload everything afterwards. */
const OUTBOX_RETENTION_S = 60;

/** Carries what transactions have written into the outbox to a stream of Redis. Every process does, each what any of them has left: a nudge is never lost by a crash, at most said twice. */
export async function openRelay({ db, url, log, stream = LIVE_STREAM }: RelayOptions): Promise<Relay> {
  const client = await openRedis(url, log);
  let delayMs = MIN_POLL_MS;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let underWay: Promise<void> | undefined;

  /** Answers how many left. */
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
    if (isStopped || underWay) return;
    timer = setTimeout(() => {
      underWay = runRound().finally(() => {
        underWay = undefined;
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
      await underWay;
      await runRound();
      await client.close();
    },
  };
}
