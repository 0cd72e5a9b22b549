import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { BankName } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import { handle, jobType, PRIORITY } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { listWaiting, updateApplied } from './bank-events.store.ts';
import { type BankObject, bankObjects } from './payments.ports.ts';

const kind = z.enum(['subscription', 'invoice', 'payment_intent', 'charge', 'refund', 'other']);
const bankObject = z.object({ kind, id: z.string(), parentId: z.string().nullable() });
/** Tried for about three days: the bank may be away for as long. */
const ATTEMPTS = 20;
const applyWaitingJob = jobType('payments.apply-waiting', z.object({}), { maxAttempts: ATTEMPTS });
/** One that failed, by itself: it holds up no others. */
const applyJob = jobType('payments.apply', bankObject, { maxAttempts: ATTEMPTS, priority: PRIORITY.whenever });

const LOOKED_AT = 50;
/** After so many failures in a row it is the bank, and no single object. */
const FAILURES_IN_A_ROW = 3;

interface Deps {
  db: Database;
  bank: BankName;
  clock: Clock;
  log: Logger;
  queue: Queue;
  ports: Ports['ports'];
}

const keyOf = (object: BankObject) => `bank:${object.kind}:${object.id}`;

/**
 * Applies the events that wait, one object after the other: each is read at the bank anew, so the order in which events arrive decides
 * nothing, and all that wait for one object are one question. It rests as long as it works: when thousands of subscriptions renew at once, people's
 * requests come first.
 */
export function createApplying({ db, bank, clock, log, queue, ports }: Deps) {
  let isRunning = false;
  let isWanted = false;

  const apply = async (object: BankObject): Promise<void> => {
    for (const each of ports(bankObjects)) await each(object);
  };

  /** Those that failed go on as jobs of their own; all are done with here. */
  const finish = (ids: readonly string[], failed: readonly BankObject[]) =>
    db.transaction().execute(async (tx) => {
      for (const object of failed) await queue.add(tx, applyJob, object, { key: keyOf(object) });
      await updateApplied(tx, ids, clock.now());
    });

  /** Answers whether there was anything. */
  const applySome = async (signal: AbortSignal): Promise<boolean> => {
    const [done, failed]: [string[], BankObject[]] = [[], []];
    let inARow = 0;
    for (const { object_kind, object_id: id, parent_id: parentId, ids } of await listWaiting(db, bank, LOOKED_AT)) {
      if (signal.aborted || inARow === FAILURES_IN_A_ROW) break;
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
    if (done.length > 0) await finish(done, failed);
    if (inARow === FAILURES_IN_A_ROW) throw new Error('The bank cannot be asked about what it tells');
    return done.length > 0;
  };

  const applyWaiting = async (signal: AbortSignal): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted && !signal.aborted) {
        isWanted = false;
        while (await applySome(signal));
      }
    } finally {
      isRunning = false;
    }
  };

  const begin = async (): Promise<void> => {
    // Whoever is at it looks once more; a process that dies over it leaves its job to another.
    isWanted = true;
    if (!isRunning) await queue.add(autocommit(db), applyWaitingJob, {}, { key: 'bank-events' });
  };

  return {
    begin,

    handlers: [handle(applyWaitingJob, (_payload, { signal }) => applyWaiting(signal)), handle(applyJob, apply)],

    /** Events that were stored just before a process died. */
    async resume(): Promise<void> {
      if ((await listWaiting(db, bank, 1)).length > 0) await begin();
    },
  };
}

export type Applying = ReturnType<typeof createApplying>;
