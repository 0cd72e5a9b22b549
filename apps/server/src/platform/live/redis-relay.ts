import type { Logger } from 'pino';
import { commitWithoutDisk, type Database } from '../database/database.ts';
import type { HandOver } from './live.ts';
import { deleteOldNudges, insertNudges, takeNudges } from './nudge-outbox.store.ts';
import { LIVE_STREAM, openRedis } from './redis-client.ts';

export interface Relay {
  /** Nudges leave by it when the caller's transaction commits. */
  handOver: HandOver;
  stop(): Promise<void>;
}

interface RelayOptions {
  db: Database;
  url: string;
  log: Logger;
  stream?: string;
}

const AT_ONCE = 500;
/** After something was handed over one looks at once, and then ever less often, but never less than this: a process that died may have left something. */
const SOON_MS = 5;
const SELDOM_MS = 1000;
/** About a minute of a busy installation, and 80 MB at most; whoever was away for longer asks again for everything. */
const KEPT_ENTRIES = 10_000;
/** With Redis away for longer, everybody asks again once it is back. */
const KEPT_S = 60;

/** Carries what transactions have written into the outbox to a stream of Redis. Every process does, each what any of them has left: a nudge is never lost by a crash, at most said twice. */
export async function openRelay({ db, url, log, stream = LIVE_STREAM }: RelayOptions): Promise<Relay> {
  const client = await openRedis(url, log);
  let delayMs = SOON_MS;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let underWay: Promise<void> | undefined;

  /** Answers how many left. */
  const carry = () =>
    db.transaction().execute(async (tx) => {
      await commitWithoutDisk(tx);
      const payloads = (await takeNudges(tx, AT_ONCE)) ?? [];
      const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT_ENTRIES } as const;
      await Promise.all(payloads.map((payload) => client.xAdd(stream, '*', { payload }, { TRIM: trim })));
      return payloads.length;
    });
  const round = async () => {
    try {
      while ((await carry()) > 0) delayMs = SOON_MS;
      delayMs = Math.min(delayMs * 2, SELDOM_MS);
    } catch (error) {
      delayMs = SELDOM_MS;
      log.warn({ err: error }, 'Redis unavailable; live messages are delayed');
      await deleteOldNudges(db, KEPT_S).catch(() => undefined);
    }
  };
  const arm = () => {
    clearTimeout(timer);
    if (isStopped || underWay) return;
    timer = setTimeout(() => {
      underWay = round().finally(() => {
        underWay = undefined;
        arm();
      });
    }, delayMs).unref();
  };
  arm();
  return {
    async handOver(tx, payloads) {
      await insertNudges(tx, payloads);
      delayMs = SOON_MS;
      arm();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
      await round();
      await client.close();
    },
  };
}
