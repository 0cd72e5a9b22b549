import { orderType, paymentEvent, type ReportedPayment } from '@vitrine/contract';
import type { Logger } from 'pino';
import type { Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { authorize, type Person } from '../access/index.ts';
import { type BankCustomersService, type ChangedBankObject, translateBankErrors } from '../payments/index.ts';
import { presentPayment, presentReceipt } from './order-payments.presenter.ts';
import { findReceipt, listPayments } from './order-payments.read-model.ts';
import { syncSubscriptionFromBank } from './orders.events.ts';
import {
  findOrder,
  findOrderByIntent,
  findOrderByReference,
  findUnpaidOrder,
  listUnresolvedOrders,
  lockOrder,
  type OrderRow,
  updateIntent,
} from './orders.store.ts';
import type { PaymentStateService } from './payment-state.service.ts';

interface Deps {
  db: Database;
  cards: Cards;
  customers: BankCustomersService;
  clock: Clock;
  log: Logger;
  paymentState: PaymentStateService;
  port: Ports['port'];
}

/** Time after which the bank is queried about an order whose events, usually within seconds, are missing. */
const RECHECK_AFTER_MS = 2 * 60_000;
/** Time after which an unpaid order is no longer queried; events of the bank are still processed. */
const RECHECK_UNTIL_MS = 2 * 86_400_000;
const MAX_PER_RUN = 500;

export function createOrderPaymentsService({ db, cards, customers, clock, log, paymentState, port }: Deps) {
  /** Asks the bank about the order and applies what it says. */
  const refreshFromBank = async (order: Pick<OrderRow, 'id' | 'invoice_id' | 'reference_id' | 'payment_intent_id'>): Promise<void> => {
    if (order.invoice_id !== null && order.reference_id !== null) await port(syncSubscriptionFromBank)(order.reference_id);
    if (order.payment_intent_id === null) return;
    const intent = await cards.readPaymentIntent(order.payment_intent_id);
    if (order.invoice_id !== null) return db.transaction().execute((tx) => paymentState.refund(tx, order.id, intent));
    const { isMismatch } = await db.transaction().execute((tx) => paymentState.intent(tx, order.id, intent));
    if (isMismatch) log.error({ order: order.id, intent: intent.id }, 'unexpected payment received; check the order and refund it');
  };

  /** Returns the caller's own order, because not even administrators may pay another account's order. */
  const findOwnOrder = async (actor: Person, order: OrderRow | undefined): Promise<OrderRow> => {
    if (!order || order.user_id !== actor.userId) throw new AppError('NOT_FOUND');
    return order;
  };

  return {
    refresh: refreshFromBank,

    /** One payment for each order, made at the first time and answered again. NOT_FOUND, AMOUNT_DIFFERS, PAYMENT_NOT_OPEN, BANK_AWAY. */
    async createIntent(actor: Person, { amount, orderId }: { amount: number; orderId?: string }) {
      const found = orderId === undefined ? await findUnpaidOrder(db, actor.userId, amount) : await findOrderByReference(db, orderId);
      const order = await findOwnOrder(actor, found);
      if (order.type === 'subscription') throw new AppError('NOT_FOUND');
      if (order.payment_event === 'paymentsuccess' || order.closed_at !== null) throw new AppError('PAYMENT_NOT_OPEN');
      if (order.total_cents !== amount) throw new AppError('AMOUNT_DIFFERS');
      const customerId = await translateBankErrors(customers.ensure(actor.userId));
      // Concurrent calls get the same intent, because the key is the order's.
      const wanted = { customerId, amount, currency: order.currency, metadata: { orderId: order.id } };
      const made =
        order.payment_intent_id === null
          ? await translateBankErrors(cards.createPaymentIntent(wanted, `order:${order.id}`))
          : await translateBankErrors(cards.readPaymentIntent(order.payment_intent_id));
      await db.transaction().execute(async (tx) => {
        const locked = await lockOrder(tx, order.id);
        if (locked?.closed_at !== null) throw new AppError('PAYMENT_NOT_OPEN');
        if (locked.payment_intent_id === null) await updateIntent(tx, order.id, made.id);
      });
      if (made.status === 'succeeded' || made.status === 'canceled') {
        await translateBankErrors(refreshFromBank({ ...order, payment_intent_id: made.id }));
        throw new AppError('PAYMENT_NOT_OPEN');
      }
      return { id: made.id, client_secret_key: made.clientSecret };
    },

    /** Handles the browser's report as a hint to query the bank. NOT_FOUND, BANK_AWAY. */
    async reportPayment(
      actor: Person,
      { paymentIntentId, orderId }: { paymentIntentId: string; orderId?: string },
    ): Promise<ReportedPayment> {
      const order = await findOwnOrder(actor, await findOrderByIntent(db, cards.name, paymentIntentId));
      if (orderId !== undefined && (await findOrderByReference(db, orderId))?.id !== order.id) throw new AppError('NOT_FOUND');
      await translateBankErrors(refreshFromBank(order));
      const intent = await translateBankErrors(cards.readPaymentIntent(paymentIntentId));
      const settled = await findOrder(db, order.id);
      if (!settled) throw new AppError('NOT_FOUND');
      return {
        orderId: order.id,
        orderType: orderType.parse(order.type),
        paymentEvent: paymentEvent.parse(settled.payment_event),
        intentStatus: intent.status,
      };
    },

    async list(actor: Person, userId: string, { before, dataPerPage }: { before?: string | undefined; dataPerPage: number }) {
      await authorize(db, actor, 'account.read', [userId]);
      return (await listPayments(db, userId, { before, limit: dataPerPage })).map(presentPayment);
    },

    async receipt(actor: Person, userId: string, id: string) {
      await authorize(db, actor, 'account.read', [userId]);
      const found = await findReceipt(db, userId, id);
      if (!found) throw new AppError('NOT_FOUND');
      return presentReceipt(found);
    },

    /** Handles a changed payment at the bank, which may belong to an order. */
    async bankObjectChanged({ kind, id, parentId }: ChangedBankObject): Promise<void> {
      const intentId = kind === 'payment_intent' ? id : kind === 'charge' || kind === 'refund' ? parentId : null;
      const order = intentId === null ? undefined : await findOrderByIntent(db, cards.name, intentId);
      // Subscription payments are handled with their invoice.
      if (order && (kind !== 'payment_intent' || order.invoice_id === null)) await refreshFromBank(order);
    },

    /** Queries orders without events for some time. An error with one does not affect the others. */
    async reconcile(): Promise<void> {
      const now = clock.now().getTime();
      const watched = { after: new Date(now - RECHECK_UNTIL_MS), before: new Date(now - RECHECK_AFTER_MS), limit: MAX_PER_RUN };
      for (const order of await listUnresolvedOrders(db, cards.name, watched)) {
        await refreshFromBank({ ...order, invoice_id: null, reference_id: null }).catch((error) =>
          log.warn({ err: error, order: order.id }, 'could not query the payment provider for an order'),
        );
      }
    },
  };
}

export type OrderPaymentsService = ReturnType<typeof createOrderPaymentsService>;
