import type { Logger } from 'pino';
import { z } from 'zod';
import { BankObjectMissing, type Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { handle, jobType } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { BankObject } from '../payments/index.ts';
import { listCancellable, listUnchecked } from './billing.read-model.ts';
import { endSubscription, findSubscription } from './subscriptions.store.ts';
import type { Truth } from './truth.ts';

const hearJob = jobType('billing.hear', z.object({ subscriptionId: z.uuid() }));
const endAtBankJob = jobType('billing.end-at-bank', z.object({ bankId: z.string() }), { maxAttempts: 20 });

/** A purchase that was begun is looked at after this; the bank itself gives up on it after a day. */
const BEGUN_MS = 2 * 60_000;
/** Between two looks at one that should have been heard of. */
const LOOK_AGAIN_MS = 30 * 60_000;
const AT_ONCE = 200;

interface Deps {
  db: Database;
  cards: Cards;
  clock: Clock;
  log: Logger;
  queue: Queue;
  truth: Truth;
}

export function createBillingJobs({ db, cards, clock, log, queue, truth }: Deps) {
  /** Never reached the bank, or the bank has none such: nothing can be charged for it. */
  const forget = (id: string) => db.transaction().execute((tx) => endSubscription(tx, id, clock.now()));

  const hear = async (subscriptionId: string): Promise<void> => {
    const row = await findSubscription(db, subscriptionId);
    if (!row || row.source !== 'card' || row.bank !== cards.name) return;
    if (row.bank_id === null) return void (await forget(subscriptionId));
    try {
      await truth.hearOf(subscriptionId);
    } catch (error) {
      if (!(error instanceof BankObjectMissing)) throw error;
      log.error({ subscription: subscriptionId }, 'subscription not found at the payment provider; ended locally');
      await forget(subscriptionId);
    }
  };

  return {
    handlers: [
      handle(hearJob, ({ subscriptionId }) => hear(subscriptionId)),
      handle(endAtBankJob, async ({ bankId }) => {
        try {
          await cards.endSubscription(bankId);
        } catch (error) {
          if (!(error instanceof BankObjectMissing)) throw error;
        }
      }),
    ],

    /** Something of a subscription changed at the bank: one of ours is asked about. */
    async bankObjectChanged({ kind, id, parentId }: BankObject): Promise<void> {
      const bankId = kind === 'subscription' ? id : kind === 'invoice' ? parentId : null;
      const row = bankId === null ? undefined : await truth.ofBankSubscription(bankId);
      if (row) await hear(row.id);
    },

    /** Whose events never came: purchases that were begun, periods that are over, payments that wait. */
    async reconcile(): Promise<void> {
      const now = clock.now().getTime();
      const stale = await listUnchecked(db, cards.name, {
        begunBefore: new Date(now - BEGUN_MS),
        checkedBefore: new Date(now - LOOK_AGAIN_MS),
        now: new Date(now),
        limit: AT_ONCE,
      });
      await db.transaction().execute(async (tx) => {
        for (const id of stale) await queue.add(tx, hearJob, { subscriptionId: id }, { key: `hear:${id}` });
      });
    },

    /** An account goes: what it pays by card ends with it. */
    async accountDeleting(tx: Tx, { userId }: { userId: string }): Promise<void> {
      for (const bankId of await listCancellable(tx, cards.name, userId)) await queue.add(tx, endAtBankJob, { bankId });
    },
  };
}
