import type { Settled } from '@vitrine/contract';
import { orderType, paymentEvent } from '@vitrine/contract';
import type { Logger } from 'pino';
import type { Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { authorize, type Person } from '../access/index.ts';
import { atBank, type BankCustomers, type BankObject } from '../payments/index.ts';
import { subscriptionTruth } from './orders.ports.ts';
import { presentPayment, presentReceipt } from './orders.presenter.ts';
import { findReceipt, listPayments } from './orders.read-model.ts';
import { findOpenOrder, findOrder, findOrderByIntent, listUndecided, lockOrder, type OrderRow, updateIntent } from './orders.store.ts';
import type { Settle } from './settle.ts';

interface Deps {
  db: Database;
  cards: Cards;
  customers: BankCustomers;
  clock: Clock;
  log: Logger;
  settle: Settle;
  port: Ports['port'];
}

/** After which the bank is asked about an order by ourselves: its events come within seconds. */
const QUIET_MS = 2 * 60_000;
/** After which an order that was not paid is asked about no more; the bank's events still tell. */
const WATCHED_MS = 2 * 86_400_000;
const ASKED_AT_ONCE = 500;

export function createOrderPayments({ db, cards, customers, clock, log, settle, port }: Deps) {
  /** Asks the bank about the order and applies what it says. */
  const refresh = async (order: Pick<OrderRow, 'id' | 'invoice_id' | 'reference_id' | 'payment_intent_id'>): Promise<void> => {
    if (order.invoice_id !== null && order.reference_id !== null) await port(subscriptionTruth)(order.reference_id);
    if (order.payment_intent_id === null) return;
    const intent = await cards.readPaymentIntent(order.payment_intent_id);
    if (order.invoice_id !== null) return db.transaction().execute((tx) => settle.refund(tx, order.id, intent));
    const { isMismatch } = await db.transaction().execute((tx) => settle.intent(tx, order.id, intent));
    if (isMismatch) log.error({ order: order.id, intent: intent.id }, 'unexpected payment received; check the order and refund it');
  };

  /** Of the caller alone: paying is nobody else's business, an administrator's neither. */
  const ownOrder = async (actor: Person, order: OrderRow | undefined): Promise<OrderRow> => {
    if (!order || order.user_id !== actor.userId) throw new AppError('NOT_FOUND');
    return order;
  };

  return {
    refresh,

    /** One payment for each order, made at the first time and answered again. NOT_FOUND, AMOUNT_DIFFERS, PAYMENT_NOT_OPEN, BANK_AWAY. */
    async createIntent(actor: Person, { amount, orderId }: { amount: number; orderId?: string }) {
      const found = orderId === undefined ? await findOpenOrder(db, actor.userId, amount) : await findOrder(db, orderId);
      const order = await ownOrder(actor, found);
      if (order.type === 'subscription') throw new AppError('NOT_FOUND');
      if (order.payment_event === 'paymentsuccess' || order.closed_at !== null) throw new AppError('PAYMENT_NOT_OPEN');
      if (order.total_cents !== amount) throw new AppError('AMOUNT_DIFFERS');
      const customerId = await atBank(customers.ensure(actor.userId));
      // Two at once ask for the same one: the key is the order's.
      const wanted = { customerId, amount, currency: order.currency, metadata: { orderId: order.id } };
      const made =
        order.payment_intent_id === null
          ? await atBank(cards.createPaymentIntent(wanted, `order:${order.id}`))
          : await atBank(cards.readPaymentIntent(order.payment_intent_id));
      await db.transaction().execute(async (tx) => {
        const locked = await lockOrder(tx, order.id);
        if (locked?.closed_at !== null) throw new AppError('PAYMENT_NOT_OPEN');
        if (locked.payment_intent_id === null) await updateIntent(tx, order.id, made.id);
      });
      if (made.status === 'succeeded' || made.status === 'canceled') {
        await atBank(refresh({ ...order, payment_intent_id: made.id }));
        throw new AppError('PAYMENT_NOT_OPEN');
      }
      return { id: made.id, client_secret_key: made.clientSecret };
    },

    /** What the browser saw is a hint to ask the bank. NOT_FOUND, BANK_AWAY. */
    async report(actor: Person, { paymentIntentId, orderId }: { paymentIntentId: string; orderId?: string }): Promise<Settled> {
      const order = await ownOrder(actor, await findOrderByIntent(db, cards.name, paymentIntentId));
      if (orderId !== undefined && orderId !== order.id) throw new AppError('NOT_FOUND');
      await atBank(refresh(order));
      const intent = await atBank(cards.readPaymentIntent(paymentIntentId));
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

    /** Something of a payment changed at the bank: that of an order of ours, or somebody else's. */
    async bankObjectChanged({ kind, id, parentId }: BankObject): Promise<void> {
      const intentId = kind === 'payment_intent' ? id : kind === 'charge' || kind === 'refund' ? parentId : null;
      const order = intentId === null ? undefined : await findOrderByIntent(db, cards.name, intentId);
      // A subscription's payment is told with its invoice as well.
      if (order && (kind !== 'payment_intent' || order.invoice_id === null)) await refresh(order);
    },

    /** Orders of which nothing was heard for a while. One that cannot be asked about does not hold up the others. */
    async reconcile(): Promise<void> {
      const now = clock.now().getTime();
      const watched = { after: new Date(now - WATCHED_MS), before: new Date(now - QUIET_MS), limit: ASKED_AT_ONCE };
      for (const order of await listUndecided(db, cards.name, watched)) {
        await refresh({ ...order, invoice_id: null, reference_id: null }).catch((error) =>
          log.warn({ err: error, order: order.id }, 'could not query the payment provider for an order'),
        );
      }
    },
  };
}

export type OrderPayments = ReturnType<typeof createOrderPayments>;
