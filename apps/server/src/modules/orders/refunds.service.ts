import type { PlanEnd } from '@vitrine/contract';
import { CardError, type Cards } from '../../platform/cards/cards.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { createJobHandler } from '../../platform/queue/job-type.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { translateBankErrors } from '../payments/index.ts';
import type { OrderPaymentsService } from './order-payments.service.ts';
import { subscriptionControl } from './orders.events.ts';
import { refundJob } from './orders.jobs.ts';
import type { OrdersService } from './orders.service.ts';
import { findOrder, lockOrder, type OrderRow } from './orders.store.ts';
import type { PaymentStateService } from './payment-state.service.ts';
import { refundableOf, splitRefund } from './refundable.rules.ts';
import { closeRefund, findPaidOrder, findRefund, insertRefund, listPaidOrders, lockPaidOrders } from './refunds.store.ts';

interface Deps {
  db: Database;
  cards: Cards;
  queue: Queue;
  port: Ports['port'];
  paymentState: PaymentStateService;
  pages: OrdersService;
  payments: OrderPaymentsService;
}

interface RefundRequest {
  requestId: string;
  /** In cents; all that is refundable without it. */
  amount?: number | undefined;
  reason: string;
  planEnd: PlanEnd;
}

type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>;

const REFUSED = 'The payment provider declined the refund.';

const subscriptionOf = ({ type, reference_id }: Pick<OrderRow, 'type' | 'reference_id'>): string | null =>
  type === 'subscription' ? reference_id : null;

/**
 * Refunds in steps that can each be repeated: ask the bank what is true, write our row, ask the bank for the refund under the row's key, end the plan
 * if requested, and record what the bank says then. Refunds and plan changes of one subscription wait for each other.
 */
export function createRefundsService({ db, cards, queue, port, paymentState, pages, payments }: Deps) {
  const assertPaid = ({ payment_event, bank }: Pick<OrderRow, 'payment_event' | 'bank'>): void => {
    if (payment_event !== 'paymentsuccess' || bank !== cards.name) throw new AppError('ORDER_NOT_PAID');
  };

  const request = async (tx: Tx, actor: Person, orderId: string, { requestId, amount, reason, planEnd }: RefundRequest): Promise<void> => {
    const found = await findOrder(tx, orderId);
    const subscriptionId = found ? subscriptionOf(found) : null;
    if (subscriptionId !== null) await lockPaidOrders(tx, subscriptionId);
    const order = await lockOrder(tx, orderId);
    if (!order) throw new AppError('NOT_FOUND');
    const known = await findRefund(tx, requestId);
    if (known && known.order_id !== orderId) throw new AppError('NOT_FOUND');
    // The bank would refuse a permanently refused refund again.
    if (known?.state === 'refused') throw new AppError('CARD_REFUSED', REFUSED);
    if (known) return;
    assertPaid(order);
    const endsPlan = planEnd !== 'keep';
    if (endsPlan && (subscriptionId === null || !(await port(subscriptionControl).isRunning(tx, subscriptionId))))
      throw new AppError('PLAN_NOT_RUNNING');
    const orders = subscriptionId === null ? await findPaidOrder(tx, orderId) : await listPaidOrders(tx, subscriptionId);
    const parts = splitRefund(refundableOf(orders, orderId), amount);
    if (!parts) throw new AppError('REFUND_TOO_LARGE');
    const { card: cardCents, credit: creditCents } = parts;
    await insertRefund(tx, {
      id: requestId,
      order_id: orderId,
      requested_by: actor.userId,
      amount_cents: cardCents,
      credit_cents: creditCents,
      reason,
      plan_end: planEnd,
    });
    await insertAuditEntry(tx, {
      actorId: actor.userId,
      userId: order.user_id,
      action: 'order.refund',
      objects: { table: 'orders', ids: [orderId] },
      // The order's row does not show the refund before the bank confirms it.
      detail: {
        number: order.number,
        amountCents: cardCents,
        ...(creditCents > 0 && { creditCents }),
        ...(reason !== '' && { reason }),
        ...(endsPlan && { planEnd }),
      },
    });
    // The job completes the refund if this process dies before the bank answers.
    await queue.add(tx, refundJob, { refundId: requestId });
  };

  /** Each call has the refund's own key, so the same refund at once, or repeated, moves money once. */
  const giveBack = async ({ id, amount_cents, credit_cents }: Refund, order: OrderRow): Promise<void> => {
    if (amount_cents > 0 && order.payment_intent_id !== null) {
      const made = await cards.refund({ paymentIntentId: order.payment_intent_id, amount: amount_cents }, `refund:${id}`);
      if (made.status === 'failed' || made.status === 'canceled') throw new CardError('refund_failed', REFUSED);
    }
    if (credit_cents === 0 || order.invoice_id === null) return;
    const { customerId } = await cards.readInvoice(order.invoice_id);
    await cards.addCredit({ customerId, amount: credit_cents, currency: order.currency }, `refund-credit:${id}`);
  };

  const performRefund = async (refundId: string): Promise<void> => {
    const refund = await findRefund(db, refundId);
    if (refund?.state !== 'requested') return;
    const order = await findOrder(db, refund.order_id);
    if (!order) return;
    try {
      await giveBack(refund, order);
    } catch (error) {
      if (error instanceof CardError) await db.transaction().execute((tx) => closeRefund(tx, refund.id, 'refused'));
      throw error;
    }
    const subscriptionId = subscriptionOf(order);
    if (refund.plan_end !== 'keep' && subscriptionId !== null)
      await port(subscriptionControl).end(subscriptionId, refund.plan_end === 'now' ? 'now' : 'periodEnd');
    const intent = order.payment_intent_id === null ? null : await cards.readPaymentIntent(order.payment_intent_id);
    await db.transaction().execute(async (tx) => {
      const isFirst = await closeRefund(tx, refund.id, 'done');
      await paymentState.refund(tx, order.id, intent, isFirst ? refund.credit_cents : 0);
    });
  };

  const requestAndPerform = async (actor: Person, order: OrderRow, wanted: RefundRequest): Promise<void> => {
    if (!(await findRefund(db, wanted.requestId))) {
      assertPaid(order);
      // Refunds made at the bank itself, and credit from a change of plan, count before anything is promised.
      await translateBankErrors(payments.refresh(order));
    }
    await db.transaction().execute((tx) => request(tx, actor, order.id, wanted));
    await translateBankErrors(performRefund(wanted.requestId));
  };

  return {
    /** NOT_FOUND, ORDER_NOT_PAID, REFUND_TOO_LARGE, PLAN_NOT_RUNNING, PAYMENT_BUSY, CARD_REFUSED; BANK_AWAY: a job repeats the request. */
    async refund(actor: Person, orderId: string, wanted: RefundRequest): Promise<void> {
      await pages.authorizeRead(actor, orderId);
      const order = await findOrder(db, orderId);
      if (!order) throw new AppError('NOT_FOUND');
      const subscriptionId = subscriptionOf(order);
      const work = () => requestAndPerform(actor, order, wanted);
      await (subscriptionId === null ? work() : port(subscriptionControl).held(subscriptionId, work));
    },

    job: createJobHandler(refundJob, async ({ refundId }) => {
      try {
        await performRefund(refundId);
      } catch (error) {
        // The refund's row records a final refusal.
        if (!(error instanceof CardError)) throw error;
      }
    }),
  };
}

export type RefundsService = ReturnType<typeof createRefundsService>;
