import type { SubscribeBody, Subscribed } from '@vitrine/contract';
import { CardError, type Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../access/index.ts';
import type { OrdersApi } from '../orders/index.ts';
import { type BankCustomersService, translateBankErrors } from '../payments/index.ts';
import { assertOfferUnchanged, type BankPricesService, findPurchasablePrice, type PlanPriceRow } from '../plans/index.ts';
import type { BankSync } from './bank-sync.service.ts';
import type { SubscriptionLease } from './subscription-lease.store.ts';
import type { SubscriptionLoader } from './subscription-loader.service.ts';
import {
  endSubscription,
  findRunningByCard,
  findSubscription,
  insertPurchase,
  type SubscriptionRow,
  updateBankIds,
  updatePurchaseKey,
} from './subscriptions.store.ts';

/** Dependencies of actions that move money. */
export interface PaymentServiceDeps {
  db: Database;
  cards: Cards;
  clock: Clock;
  customers: BankCustomersService;
  orders: OrdersApi;
  prices: BankPricesService;
  withLease: SubscriptionLease;
  bankSync: BankSync;
  loader: SubscriptionLoader;
}

/** Two tabs cannot leave each other's purchase more often than this. */
const MAX_RESTARTS = 3;

/**
 * Subscribing. Our row is inserted first, and the database allows one for each account. Then the bank creates its subscription with our row's key, which
 * charges nothing. Finally the card is charged by the one payment intent of its first invoice, which the bank charges once, however often it is confirmed.
 * At most one payment is made, even after failures and repeated requests.
 */
export function createSubscribeService({ db, cards, clock, customers, prices, withLease, bankSync, loader }: PaymentServiceDeps) {
  /** Returns the row of this purchase. A pending one is continued; one for another price is abandoned. ALREADY_SUBSCRIBED. */
  const createPurchase = async (userId: string, sale: PlanPriceRow, purchaseKey: string): Promise<SubscriptionRow> => {
    for (let attempt = 0; attempt < MAX_RESTARTS; attempt++) {
      const running = await findRunningByCard(db, userId);
      if (running && running.state !== 'incomplete') {
        if (running.purchase_key === purchaseKey && running.price_id === sale.price_id) return running;
        throw new AppError('ALREADY_SUBSCRIBED');
      }
      if (running && running.price_id === sale.price_id && running.bank === cards.name) return running;
      if (running) await abandonPurchase(running);
      const purchase = {
        userId,
        planName: sale.name,
        priceId: sale.price_id,
        trialDays: sale.trial_days,
        purchaseKey,
        bank: cards.name,
        at: clock.now(),
      };
      await db.transaction().execute((tx) => insertPurchase(tx, purchase));
    }
    throw new AppError('PAYMENT_BUSY');
  };

  /** A purchase that was begun and not paid, when something else is bought. One that is paid by now stays; what is paid in the very moment in which it ends is given back. */
  const abandonPurchase = ({ id }: SubscriptionRow) =>
    withLease(id, async () => {
      // Another tab may have paid it while this waited.
      await translateBankErrors(bankSync.syncSubscription(id));
      const row = await findSubscription(db, id);
      if (row?.state !== 'incomplete') return;
      if (row.bank_id === null || row.bank !== cards.name) return void (await endSubscription(autocommit(db), id, clock.now()));
      const { latestInvoiceId } = await translateBankErrors(cards.endSubscription(row.bank_id));
      await translateBankErrors(bankSync.syncSubscription(id));
      const invoice = latestInvoiceId === null ? undefined : await translateBankErrors(cards.readInvoice(latestInvoiceId));
      if (invoice?.status === 'paid' && invoice.paymentIntentId !== null)
        await translateBankErrors(cards.refund({ paymentIntentId: invoice.paymentIntentId, amount: invoice.amountPaid }, `left:${id}`));
    });

  const createAtBank = async (row: SubscriptionRow, sale: PlanPriceRow, paymentMethodId: string): Promise<string> => {
    const customerId = await translateBankErrors(customers.ensure(row.user_id));
    await translateBankErrors(cards.attachPaymentMethod(customerId, paymentMethodId));
    if (row.bank_id !== null) return row.bank_id;
    const priceId = await translateBankErrors(prices.ensure(sale));
    const metadata = { subscriptionId: row.id };
    const { id } = await translateBankErrors(
      cards.createSubscription({ customerId, priceId, trialDays: row.trial_days, metadata }, `subscription:${row.id}`),
    );
    await updateBankIds(autocommit(db), row.id, { bankId: id, customerId });
    return id;
  };

  /** Charges the first invoice, unless that was done. A refusal is the bank's own word, and may be of another card than the last. */
  const payFirstInvoice = async (bankId: string, paymentMethodId: string): Promise<void> => {
    const { latestInvoiceId } = await translateBankErrors(cards.readSubscription(bankId));
    if (latestInvoiceId === null) return;
    const { status, paymentIntentId } = await translateBankErrors(cards.readInvoice(latestInvoiceId));
    if (status !== 'open' || paymentIntentId === null) return;
    const intent = await translateBankErrors(cards.readPaymentIntent(paymentIntentId));
    // A pending confirmation by the user is not requested again.
    if (intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled') return;
    try {
      await cards.confirmPaymentIntent(paymentIntentId, paymentMethodId, `confirm:${paymentIntentId}:${paymentMethodId}`);
    } catch (error) {
      if (error instanceof CardError && error.code === 'payment_intent_unexpected_state') return;
      await translateBankErrors(Promise.reject(error));
    }
  };

  return {
    /**
     * Subscribes. PLAN_UNKNOWN, PLAN_CHANGED, AMOUNT_DIFFERS, ALREADY_SUBSCRIBED, PAYMENT_BUSY, CARD_REFUSED, BANK_AWAY. After a refusal, the same call with
     * another card continues the same purchase.
     */
    async subscribe(actor: Person, body: SubscribeBody): Promise<Subscribed> {
      // Accounts can only buy for themselves, administrators included.
      if (body.userId !== undefined && body.userId !== actor.userId) throw new AppError('NOT_FOUND');
      const sale = await findPurchasablePrice(db, body.priceId, actor.userId);
      if (!sale) throw new AppError('PLAN_UNKNOWN');
      assertOfferUnchanged(sale, body);
      const purchaseKey = body.idempotencyKey ?? newId();
      const opened = await createPurchase(actor.userId, sale, purchaseKey);
      return withLease(opened.id, async () => {
        // It may have been paid, or left, while this waited.
        const row = await findSubscription(db, opened.id);
        if (!row || row.ended_at !== null) throw new AppError('PAYMENT_BUSY');
        if (row.state !== 'incomplete' && row.purchase_key !== purchaseKey) throw new AppError('ALREADY_SUBSCRIBED');
        if (row.state === 'incomplete') {
          await updatePurchaseKey(autocommit(db), row.id, purchaseKey);
          try {
            await payFirstInvoice(await createAtBank(row, sale, body.paymentMethodId), body.paymentMethodId);
          } catch (error) {
            // Record the declined payment. If the bank is unavailable now, it is queried again later.
            if (error instanceof AppError && error.code === 'CARD_REFUSED') await bankSync.syncSubscription(row.id).catch(() => undefined);
            throw error;
          }
        }
        return loader.loadPurchaseResult(row.id, await translateBankErrors(bankSync.syncSubscription(row.id)));
      });
    },
  };
}

export type SubscribeService = ReturnType<typeof createSubscribeService>;
