import type { BankCard, BankInvoice, BankName, BankPaymentIntent } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { receiptMail, refundMail } from './order-mails.presenter.ts';
import { orderPaid, orderRefunded } from './orders.events.ts';
import { type BankPaymentResult, getInvoiceResult, getPaymentIntentResult, nextPaymentEvent } from './orders.rules.ts';
import {
  type InvoiceReason,
  insertOrder,
  lockOrder,
  lockOrderByInvoice,
  type NewOrder,
  type OrderRow,
  updatePayment,
  updateRefunded,
} from './orders.store.ts';

interface Deps {
  emit: Emit;
  queue: Queue;
  clock: Clock;
  publicUrl: string;
}

/** Invoice of a subscription with the state of its payment at the bank. */
export interface InvoiceState {
  bank: BankName;
  invoice: BankInvoice;
  /** Payment intent of the invoice, if it was read: card, refunds and the reason of a failure. */
  intent: BankPaymentIntent | null;
  userId: string;
  subscriptionId: string;
  description: string;
  period: { from: Date; until: Date };
}

type PaidCard = Pick<BankCard, 'brand' | 'last4'> | null;

/**
 * The only place where an order becomes paid, under its lock, for all callers: the confirmation page, an event of the bank, or the periodic job. The bank's
 * state was read before; nothing else is trusted.
 */
export function createPaymentStateService({ emit, queue, clock, publicUrl }: Deps) {
  const applyPaymentEvent = async (
    tx: Tx,
    order: OrderRow,
    verdict: BankPaymentResult,
    paid: { intentId?: string | null; card: PaidCard; creditLeft?: number | null },
  ): Promise<void> => {
    const current = order.payment_event as Parameters<typeof nextPaymentEvent>[0];
    const event = nextPaymentEvent(current, verdict);
    const isIntentNew = typeof paid.intentId === 'string' && paid.intentId !== order.payment_intent_id;
    if (event === current && !isIntentNew) return;
    const { intentId, card, creditLeft = null } = paid;
    await updatePayment(tx, order, { event, at: clock.now(), intentId, card, ...(event === 'paymentsuccess' && { creditLeft }) });
    if (event !== 'paymentsuccess' || current === event) return;
    await emit(tx, orderPaid, { orderId: order.id });
    const payer = { name: order.payer_name, email: order.payer_email };
    await queue.add(tx, mailJob, receiptMail(payer, { ...order, credit_left_cents: creditLeft }, publicUrl));
  };

  /** `refundedCents` is what the bank refunded in all, `returnedCents` what this refund returned to the credit. */
  const applyRefund = async (tx: Tx, order: OrderRow, refundedCents: number, returnedCents = 0): Promise<void> => {
    const card = Math.min(Math.max(refundedCents, order.refunded_cents), order.total_cents);
    const credit = Math.min(order.returned_cents + returnedCents, Math.max(0, order.credit_cents));
    const given = { card: card - order.refunded_cents, credit: credit - order.returned_cents };
    if (given.card === 0 && given.credit === 0) return;
    await updateRefunded(tx, order, { card, credit });
    await emit(tx, orderRefunded, { orderId: order.id });
    await queue.add(tx, mailJob, refundMail({ name: order.payer_name, email: order.payer_email }, order, given, publicUrl));
  };

  return {
    /** Applies the payment of an order. Returns true for a mismatch with what was owed, which a person must check. */
    async intent(tx: Tx, orderId: string, intent: BankPaymentIntent): Promise<{ isMismatch: boolean }> {
      const order = await lockOrder(tx, orderId);
      if (!order || order.payment_intent_id !== intent.id) return { isMismatch: false };
      const verdict = getPaymentIntentResult(order, intent);
      if (verdict === 'mismatch') return { isMismatch: true };
      await applyPaymentEvent(tx, order, verdict, { card: intent.card });
      await applyRefund(tx, order, intent.amountRefunded);
      return { isMismatch: false };
    },

    /** Records what was given back of a paid order. `intent` is null for an order that no card paid. */
    async refund(tx: Tx, orderId: string, intent: BankPaymentIntent | null, returnedCents = 0): Promise<void> {
      const order = await lockOrder(tx, orderId);
      if (order?.payment_intent_id === (intent?.id ?? null)) await applyRefund(tx, order, intent?.amountRefunded ?? 0, returnedCents);
    },

    /** Applies a subscription's invoice, creating its order on first sight. Returns the order's id. */
    async invoice(tx: Tx, truth: InvoiceState): Promise<string> {
      const { bank, invoice, intent } = truth;
      const known = await lockOrderByInvoice(tx, bank, invoice.id);
      const order = known ?? (await lockOrder(tx, await insertOrder(tx, toNewOrder(truth))));
      if (!order) throw new Error('An order that was just made is gone');
      await applyPaymentEvent(tx, order, getInvoiceResult(invoice.status, Boolean(intent?.lastError)), {
        intentId: invoice.paymentIntentId,
        card: intent?.card ?? null,
        creditLeft: invoice.creditLeft,
      });
      if (intent) await applyRefund(tx, order, intent.amountRefunded);
      return order.id;
    },
  };
}

export type PaymentStateService = ReturnType<typeof createPaymentStateService>;

const INVOICE_REASONS: Partial<Record<BankInvoice['billingReason'], InvoiceReason>> = {
  subscription_create: 'start',
  subscription_cycle: 'renewal',
  subscription_update: 'change',
};

const toNewOrder = ({ bank, invoice, userId, subscriptionId, description, period }: InvoiceState): NewOrder => ({
  type: 'subscription',
  userId,
  description,
  lines: invoice.lines.map((line) => ({ name: line.description.slice(0, 250) || description, quantity: 1, amount: line.amount })),
  credit: invoice.lines.reduce((sum, line) => sum + line.amount, 0) - invoice.amountDue,
  bank,
  invoiceId: invoice.id,
  intentId: invoice.paymentIntentId,
  referenceId: subscriptionId,
  invoiceReason: INVOICE_REASONS[invoice.billingReason] ?? null,
  period,
});
