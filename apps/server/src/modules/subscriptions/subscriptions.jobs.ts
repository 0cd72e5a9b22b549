import type { Logger } from 'pino';
import { z } from 'zod';
import { BankObjectNotFoundError, type Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import { createJobHandler, defineJob } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { ChangedBankObject } from '../payments/index.ts';
import type { BankSync } from './bank-sync.service.ts';
import { subscriptionChanged } from './subscriptions.events.ts';
import { listCancellable, listStaleSubscriptions } from './subscriptions.read-model.ts';
import { endSubscription, findSubscription } from './subscriptions.store.ts';

const syncSubscriptionJob = defineJob('billing.hear', z.object({ subscriptionId: z.uuid() }));
const cancelAtBankJob = defineJob('billing.end-at-bank', z.object({ bankId: z.string() }), { maxAttempts: 20 });

/** A purchase that was begun is looked at after this; the bank itself gives up on it after a day. */
const UNPAID_PURCHASE_CHECK_MS = 2 * 60_000;
/** Minimum time between two checks of a subscription whose event is missing. */
const RECHECK_AFTER_MS = 30 * 60_000;
const MAX_PER_RUN = 200;

interface Deps {
  db: Database;
  cards: Cards;
  clock: Clock;
  emit: Emit;
  log: Logger;
  queue: Queue;
  bankSync: BankSync;
}

export function createSubscriptionJobs({ db, cards, clock, emit, log, queue, bankSync }: Deps) {
  /** Never reached the bank, or the bank has none such: nothing can be charged for it. */
  const expireAbandonedPurchase = (id: string) =>
    db.transaction().execute(async (tx) => {
      await endSubscription(tx, id, clock.now());
      await emit(tx, subscriptionChanged, { subscriptionIds: [id] });
    });

  const syncSubscription = async (subscriptionId: string): Promise<void> => {
    const row = await findSubscription(db, subscriptionId);
    if (!row || row.source !== 'card' || row.bank !== cards.name) return;
    if (row.bank_id === null) return expireAbandonedPurchase(subscriptionId);
    try {
      await bankSync.syncSubscription(subscriptionId);
    } catch (error) {
      if (!(error instanceof BankObjectNotFoundError)) throw error;
      log.error({ subscription: subscriptionId }, 'subscription not found at the payment provider; ended locally');
      await expireAbandonedPurchase(subscriptionId);
    }
  };

  return {
    handlers: [
      createJobHandler(syncSubscriptionJob, ({ subscriptionId }) => syncSubscription(subscriptionId)),
      createJobHandler(cancelAtBankJob, async ({ bankId }) => {
        try {
          await cards.endSubscription(bankId);
        } catch (error) {
          if (!(error instanceof BankObjectNotFoundError)) throw error;
        }
      }),
    ],

    /** Handles a change to an object of a subscription at the bank by querying the subscription. */
    async bankObjectChanged({ kind, id, parentId }: ChangedBankObject): Promise<void> {
      const bankId = kind === 'subscription' ? id : kind === 'invoice' ? parentId : null;
      const row = bankId === null ? undefined : await bankSync.syncByBankId(bankId);
      if (row) await syncSubscription(row.id);
    },

    /** Checks subscriptions whose events never arrived: started purchases, ended periods, pending payments. */
    async reconcile(): Promise<void> {
      const now = clock.now().getTime();
      const stale = await listStaleSubscriptions(db, cards.name, {
        startedBefore: new Date(now - UNPAID_PURCHASE_CHECK_MS),
        checkedBefore: new Date(now - RECHECK_AFTER_MS),
        now: new Date(now),
        limit: MAX_PER_RUN,
      });
      await db.transaction().execute(async (tx) => {
        for (const id of stale) await queue.add(tx, syncSubscriptionJob, { subscriptionId: id }, { key: `hear:${id}` });
      });
    },

    /** Ends the card subscriptions of an account that is being deleted. */
    async accountDeleting(tx: Tx, { userId }: { userId: string }): Promise<void> {
      for (const bankId of await listCancellable(tx, cards.name, userId)) await queue.add(tx, cancelAtBankJob, { bankId });
    },
  };
}
