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
/** Retries for about three days, in case the bank is unavailable for that long. */
const MAX_ATTEMPTS = 20;
const applyPendingEventsJob = defineJob('payments.apply-waiting', z.object({}), { maxAttempts: MAX_ATTEMPTS });
/** A failed object gets a separate job and does not delay others. */
const applyBankObjectJob = defineJob('payments.apply', bankObject, { maxAttempts: MAX_ATTEMPTS, priority: PRIORITY.background });

const EVENTS_PER_RUN = 50;
/** After this many failures in a row, the bank is considered unavailable. */
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
 * Applies waiting events, one object after the other. Each object is read from the bank again, so the order of events does not matter and all waiting events
 * of an object need one query. After each object it pauses for as long as the object took, so that user requests have priority when thousands of subscriptions renew at once.
 */
export function createBankEventApplier({ db, bank, clock, log, queue, ports }: Deps) {
  let isRunning = false;
  let hasNewEvents = false;

  const apply = async (object: ChangedBankObject): Promise<void> => {
    for (const handle of ports(bankObjectChanged)) await handle(object);
  };

  /** Failed objects continue as separate jobs; all others are done. */
  const markApplied = (ids: readonly string[], failed: readonly ChangedBankObject[]) =>
    db.transaction().execute(async (tx) => {
      for (const object of failed) await queue.add(tx, applyBankObjectJob, object, { key: getJobKey(object) });
      await markEventsApplied(tx, ids, clock.now());
    });

  /** Applies one batch of events. Returns false when none were pending. */
  const applyBatch = async (signal: AbortSignal): Promise<boolean> => {
    const [done, failed]: [string[], ChangedBankObject[]] = [[], []];
    let consecutiveFailures = 0;
    for (const { object_kind, object_id: id, parent_id: parentId, ids } of await listPendingEvents(db, bank, EVENTS_PER_RUN)) {
      if (signal.aborted || consecutiveFailures === MAX_CONSECUTIVE_FAILURES) break;
      const object = { kind: kind.parse(object_kind), id, parentId };
      const from = performance.now();
      try {
        await apply(object);
        consecutiveFailures = 0;
      } catch (error) {
        log.warn({ err: error, object: object.id }, 'could not apply a payment provider event');
        failed.push(object);
        consecutiveFailures++;
      }
      done.push(...ids);
      await sleep(performance.now() - from);
    }
    if (done.length > 0) await markApplied(done, failed);
    if (consecutiveFailures === MAX_CONSECUTIVE_FAILURES) throw new Error('The bank is unavailable, so its events cannot be applied');
    return done.length > 0;
  };

  const applyPendingEvents = async (signal: AbortSignal): Promise<void> => {
    hasNewEvents = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (hasNewEvents && !signal.aborted) {
        hasNewEvents = false;
        while (await applyBatch(signal));
      }
    } finally {
      isRunning = false;
    }
  };

  const enqueue = async (): Promise<void> => {
    // A running pass checks for new events again. If its process dies, another process runs the job.
    hasNewEvents = true;
    if (!isRunning) await queue.add(autocommit(db), applyPendingEventsJob, {}, { key: 'bank-events' });
  };

  return {
    begin: enqueue,

    handlers: [
      createJobHandler(applyPendingEventsJob, (_payload, { signal }) => applyPendingEvents(signal)),
      createJobHandler(applyBankObjectJob, apply),
    ],

    /** Resumes events that were stored right before a process died. */
    async resumePending(): Promise<void> {
      if ((await listPendingEvents(db, bank, 1)).length > 0) await enqueue();
    },
  };
}

export type BankEventApplier = ReturnType<typeof createBankEventApplier>;
