import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { BankName } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import { createJobHandler, defineJob, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { listPendingEvents, markEventsApplied } from './bank-events.store.ts';
import { bankObjectChanged, type ChangedBankObject } from './payments.events.ts';

const kind = z.enum(['subscription', 'invoice', 'payment_intent', 'charge', 'refund', 'other']);
const bankObject = z.object({ kind, id: z.string(), parentId: z.string().nullable() });
/** Tried for about three days: the bank may be away for as long. */
const MAX_ATTEMPTS = 20;
const applyPendingEventsJob = defineJob('payments.apply-waiting', z.object({}), { maxAttempts: MAX_ATTEMPTS });
/** One that failed, by itself: it holds up no others. */
const applyBankObjectJob = defineJob('payments.apply', bankObject, { maxAttempts: MAX_ATTEMPTS, priority: PRIORITY.background });

const EVENTS_PER_RUN = 50;
/** After so many failures in a row it is the bank, and no single object. */
const MAX_CONSECUTIVE_FAILURES = 3;

interface Deps {
  db: Database;
  bank: BankName;
  clock: Clock;
  log: Logger;
  queue: Queue;
  ports: Ports['ports'];
}

const getJobKey = (object: ChangedBankObject) => `bank:${object.kind}:${object.id}`;

/**
 * Applies the events that wait, one object after the other: each is read at the bank anew, so the order in which events arrive decides
 * nothing, and all that wait for one object are one question. It rests as long as it works: when thousands of subscriptions renew at once, people's
 * requests come first.
 */
export function createBankEventApplier({ db, bank, clock, log, queue, ports }: Deps) {
  let isRunning = false;
  let isWanted = false;

  const apply = async (object: ChangedBankObject): Promise<void> => {
    for (const each of ports(bankObjectChanged)) await each(object);
  };

  /** Those that failed go on as jobs of their own; all are done with here. */
  const markApplied = (ids: readonly string[], failed: readonly ChangedBankObject[]) =>
    db.transaction().execute(async (tx) => {
      for (const object of failed) await queue.add(tx, applyBankObjectJob, object, { key: getJobKey(object) });
      await markEventsApplied(tx, ids, clock.now());
    });

  /** Answers whether there was anything. */
  const applyBatch = async (signal: AbortSignal): Promise<boolean> => {
    const [done, failed]: [string[], ChangedBankObject[]] = [[], []];
    let inARow = 0;
    for (const { object_kind, object_id: id, parent_id: parentId, ids } of await listPendingEvents(db, bank, EVENTS_PER_RUN)) {
      if (signal.aborted || inARow === MAX_CONSECUTIVE_FAILURES) break;
      const object = { kind: kind.parse(object_kind), id, parentId };
      const from = performance.now();
      try {
        await apply(object);
        inARow = 0;
      } catch (error) {
        log.warn({ err: error, object: object.id }, 'could not apply a payment provider event');
        failed.push(object);
        inARow++;
      }
      done.push(...ids);
      await sleep(performance.now() - from);
    }
    if (done.length > 0) await markApplied(done, failed);
    if (inARow === MAX_CONSECUTIVE_FAILURES) throw new Error('The bank cannot be asked about what it tells');
    return done.length > 0;
  };

  const applyPendingEvents = async (signal: AbortSignal): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted && !signal.aborted) {
        isWanted = false;
        while (await applyBatch(signal));
      }
    } finally {
      isRunning = false;
    }
  };

  const enqueue = async (): Promise<void> => {
    // Whoever is at it looks once more; a process that dies over it leaves its job to another.
    isWanted = true;
    if (!isRunning) await queue.add(autocommit(db), applyPendingEventsJob, {}, { key: 'bank-events' });
  };

  return {
    begin: enqueue,

    handlers: [
      createJobHandler(applyPendingEventsJob, (_payload, { signal }) => applyPendingEvents(signal)),
      createJobHandler(applyBankObjectJob, apply),
    ],

    /** Events that were stored just before a process died. */
    async resumePending(): Promise<void> {
      if ((await listPendingEvents(db, bank, 1)).length > 0) await enqueue();
    },
  };
}

export type BankEventApplier = ReturnType<typeof createBankEventApplier>;
