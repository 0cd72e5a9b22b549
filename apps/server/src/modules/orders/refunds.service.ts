import type { Cards } from '../../platform/cards/cards.ts';
import { CardError } from '../../platform/cards/cards.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { handle } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { atBank } from '../payments/index.ts';
import type { OrderPages } from './order-pages.service.ts';
import { leftToRefund } from './ordering.rules.ts';
import { refundJob } from './orders.jobs.ts';
import { findOrder, lockOrder } from './orders.store.ts';
import { findRefund, insertRefund, sumRequested, updateRefund } from './refunds.store.ts';
import type { Settle } from './settle.ts';

interface Deps {
  db: Database;
  cards: Cards;
  queue: Queue;
  settle: Settle;
  pages: OrderPages;
}

interface Wanted {
  requestId: string;
  /** In cents; all that is left without it. */
  amount?: number | undefined;
}

/** Money goes back in three steps, each of which can be repeated: our row, the bank under the row's key, what the bank says then. */
export function createRefunds({ db, cards, queue, settle, pages }: Deps) {
  const request = async (tx: Tx, actor: Person, orderId: string, { requestId, amount }: Wanted): Promise<void> => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new AppError('NOT_FOUND');
    const known = await findRefund(tx, requestId);
    if (known && known.order_id !== orderId) throw new AppError('NOT_FOUND');
    // What the bank refused for good it would refuse again.
    if (known?.state === 'refused') throw new AppError('CARD_REFUSED', 'The bank refused the refund.');
    if (known) return;
    if (order.payment_event !== 'paymentsuccess' || order.payment_intent_id === null || order.bank !== cards.name)
      throw new AppError('ORDER_NOT_PAID');
    const left = leftToRefund(order, await sumRequested(tx, orderId));
    const amountCents = amount ?? left;
    if (amountCents > left || amountCents === 0) throw new AppError('REFUND_TOO_LARGE');
    await insertRefund(tx, { id: requestId, order_id: orderId, requested_by: actor.userId, amount_cents: amountCents });
    await insertAuditEntry(tx, {
      actorId: actor.userId,
      userId: order.user_id,
      action: 'order.refund',
      objects: { table: 'orders', ids: [orderId] },
      // The bank has not been asked yet, and so the order does not say it.
      detail: { number: order.number, amountCents },
    });
    // Should this process die before the bank is asked.
    await queue.add(tx, refundJob, { refundId: requestId });
  };

  /** The same one at once, or once more, is one refund: the key is its own. */
  const perform = async (refundId: string): Promise<void> => {
    const refund = await findRefund(db, refundId);
    if (refund?.state !== 'requested') return;
    const order = await findOrder(db, refund.order_id);
    if (!order || order.payment_intent_id === null) return;
    const { payment_intent_id: paymentIntentId } = order;
    try {
      const made = await cards.refund({ paymentIntentId, amount: refund.amount_cents }, `refund:${refund.id}`);
      if (made.status === 'failed' || made.status === 'canceled') throw new CardError('refund_failed', 'The bank refused the refund.');
    } catch (error) {
      if (error instanceof CardError) await db.transaction().execute((tx) => updateRefund(tx, refund.id, 'refused'));
      throw error;
    }
    const intent = await cards.readPaymentIntent(paymentIntentId);
    await db.transaction().execute(async (tx) => {
      await settle.refund(tx, order.id, intent);
      await updateRefund(tx, refund.id, 'done');
    });
  };

  return {
    /** NOT_FOUND, ORDER_NOT_PAID, REFUND_TOO_LARGE, CARD_REFUSED; BANK_AWAY: it is asked again by itself. */
    async refund(actor: Person, orderId: string, wanted: Wanted): Promise<void> {
      await pages.authorizeRead(actor, orderId);
      await db.transaction().execute((tx) => request(tx, actor, orderId, wanted));
      await atBank(perform(wanted.requestId));
    },

    job: handle(refundJob, async ({ refundId }) => {
      try {
        await perform(refundId);
      } catch (error) {
        // Refused for good, which its row says.
        if (!(error instanceof CardError)) throw error;
      }
    }),
  };
}

export type Refunds = ReturnType<typeof createRefunds>;
