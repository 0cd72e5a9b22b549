import type { Logger } from 'pino';
import { z } from 'zod';
import { CardError, type Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import { defineJob } from '../../platform/queue/job-type.ts';
import { orderClosed } from './orders.events.ts';
import { closeOrder, listUnpaidOrdersBefore, lockOrder, type OrderRow } from './orders.store.ts';

/** Requests a refund at the bank, if that has not happened yet. */
export const refundJob = defineJob('orders.refund', z.object({ refundId: z.uuid() }), { maxAttempts: 20 });

interface Deps {
  db: Database;
  cards: Cards;
  clock: Clock;
  log: Logger;
  emit: Emit;
  refresh: (order: OrderRow) => Promise<void>;
}

/** Time after which an unpaid order is closed, longer than any purchase takes. */
const UNPAID_ORDER_TTL_MS = 30 * 86_400_000;
const MAX_CLOSED_PER_RUN = 200;

/** Closes orders that were not paid within a month: first at the bank, so that none can be paid afterwards, then here. */
export function createUnpaidOrderCloser({ db, cards, clock, log, emit, refresh }: Deps) {
  const closeOrderAtBankAndHere = async (order: OrderRow): Promise<void> => {
    if (order.payment_intent_id !== null) {
      try {
        await cards.cancelPaymentIntent(order.payment_intent_id);
      } catch (error) {
        // Paid, or cancelled, already: which of them is read.
        if (!(error instanceof CardError)) throw error;
        await refresh(order);
      }
    }
    await db.transaction().execute(async (tx) => {
      const locked = await lockOrder(tx, order.id);
      if (!locked || locked.payment_event === 'paymentsuccess' || locked.payment_intent_id !== order.payment_intent_id) return;
      await closeOrder(tx, order.id, clock.now());
      await emit(tx, orderClosed, { orderId: order.id });
    });
  };

  return async (): Promise<void> => {
    for (const order of await listUnpaidOrdersBefore(
      db,
      cards.name,
      new Date(clock.now().getTime() - UNPAID_ORDER_TTL_MS),
      MAX_CLOSED_PER_RUN,
    ))
      await closeOrderAtBankAndHere(order).catch((error) => log.warn({ err: error, order: order.id }, 'could not close an unpaid order'));
  };
}
