import type { Logger } from 'pino';
import type { BankInvoice, BankPaymentIntent, BankSubscription, Cards } from '../../platform/cards/cards.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ModuleApi } from '../define-module.ts';
import type { ordersModule } from '../orders/index.ts';
import type { BankPricesService } from './bank-prices.service.ts';
import { findPrice, type PlanPriceRow } from './plans.read-model.ts';
import type { BankState } from './subscription-state.rules.ts';
import { incrementRequestNumber, type SubscriptionRow } from './subscriptions.store.ts';

export interface BankStateReaderDeps {
  db: Database;
  cards: Cards;
  log: Logger;
  prices: BankPricesService;
  orders: ModuleApi<typeof ordersModule>;
}

/** All that the bank was asked at once about a subscription. */
export interface BankSnapshot {
  turn: number;
  subscription: BankSubscription;
  invoices: BankInvoice[];
  /** Of the invoices whose orders are not settled yet. */
  intents: Map<string, BankPaymentIntent>;
  /** Orders that are settled, by their invoice. */
  ordersByInvoice: Map<string, string>;
  sale: PlanPriceRow;
  bankState: BankState;
}

/** Asks the bank all there is to know of a subscription. Answers are numbered in the order of asking. */
export function createBankStateReader({ db, cards, log, prices, orders }: BankStateReaderDeps) {
  const findSoldPrice = async (row: SubscriptionRow, bankPriceId: string): Promise<PlanPriceRow> => {
    const known = await prices.find(bankPriceId);
    if (known === undefined)
      log.warn({ subscription: row.id, bankPriceId }, 'the payment provider uses an unknown price; the plan was not changed');
    const sale = await findPrice(db, known ?? row.price_id ?? '');
    if (!sale) throw new Error(`The subscription ${row.id} has no price`);
    return sale;
  };

  return async function ask(row: SubscriptionRow, bankId: string): Promise<BankSnapshot> {
    const requestNumber = await incrementRequestNumber(autocommit(db), row.id);
    if (requestNumber === undefined) throw new AppError('NOT_FOUND');
    const subscription = await cards.readSubscription(bankId);
    const [invoices, card] = await Promise.all([cards.listInvoices(bankId), cards.readCard(subscription.customerId)]);
    const [settled, sale] = [await orders.listPaidInvoices(db, row.id), await findSoldPrice(row, subscription.priceId)];
    const intents = new Map<string, BankPaymentIntent>();
    for (const { id, paymentIntentId, status } of invoices)
      if (paymentIntentId !== null && !settled.has(id) && (status === 'open' || status === 'paid'))
        intents.set(id, await cards.readPaymentIntent(paymentIntentId));
    return {
      turn: requestNumber,
      subscription,
      invoices,
      intents,
      ordersByInvoice: settled,
      sale,
      bankState: { subscription, priceId: sale.price_id, invoices, card },
    };
  };
}
