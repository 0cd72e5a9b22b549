import type { Logger } from 'pino';
import type { BankInvoice, BankPaymentIntent, BankSubscription, Cards } from '../../platform/cards/cards.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { FaceOf } from '../define-module.ts';
import type { ordersModule } from '../orders/index.ts';
import type { BankPrices } from './bank-prices.ts';
import { findSold, type SaleRow } from './plans.read-model.ts';
import type { BankTruth } from './subscription.rules.ts';
import { type SubscriptionRow, takeTurn } from './subscriptions.store.ts';

export interface AskingDeps {
  db: Database;
  cards: Cards;
  log: Logger;
  prices: BankPrices;
  orders: FaceOf<typeof ordersModule>;
}

/** All that the bank was asked at once about a subscription. */
export interface Asked {
  turn: number;
  subscription: BankSubscription;
  invoices: BankInvoice[];
  /** Of the invoices whose orders are not settled yet. */
  intents: Map<string, BankPaymentIntent>;
  /** Orders that are settled, by their invoice. */
  settled: Map<string, string>;
  sale: SaleRow;
  truth: BankTruth;
}

/** Asks the bank all there is to know of a subscription. Answers are numbered in the order of asking. */
export function createAsking({ db, cards, log, prices, orders }: AskingDeps) {
  const soldAt = async (row: SubscriptionRow, bankPriceId: string): Promise<SaleRow> => {
    const known = await prices.find(bankPriceId);
    if (known === undefined)
      log.warn({ subscription: row.id, bankPriceId }, 'the payment provider uses an unknown price; the plan was not changed');
    const sale = await findSold(db, known ?? row.price_id ?? '');
    if (!sale) throw new Error(`The subscription ${row.id} has no price`);
    return sale;
  };

  return async function ask(row: SubscriptionRow, bankId: string): Promise<Asked> {
    const turn = await takeTurn(autocommit(db), row.id);
    if (turn === undefined) throw new AppError('NOT_FOUND');
    const subscription = await cards.readSubscription(bankId);
    const [invoices, card] = await Promise.all([cards.listInvoices(bankId), cards.readCard(subscription.customerId)]);
    const [settled, sale] = [await orders.listPaidInvoices(db, row.id), await soldAt(row, subscription.priceId)];
    const intents = new Map<string, BankPaymentIntent>();
    for (const { id, paymentIntentId, status } of invoices)
      if (paymentIntentId !== null && !settled.has(id) && (status === 'open' || status === 'paid'))
        intents.set(id, await cards.readPaymentIntent(paymentIntentId));
    return { turn, subscription, invoices, intents, settled, sale, truth: { subscription, priceId: sale.price_id, invoices, card } };
  };
}
