import type { Subscribed, Subscription } from '@vitrine/contract';
import type { Logger } from 'pino';
import { type BankPaymentIntent, BankUnavailableError, type Cards } from '../../platform/cards/cards.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findPrice } from '../plans/index.ts';
import type { ExtraScreenOffers } from './extra-screen-offers.service.ts';
import { presentSubscription } from './subscriptions.presenter.ts';
import { findOrderIdByPaymentIntent } from './subscriptions.read-model.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.store.ts';

interface Deps {
  db: Database;
  cards: Cards;
  log: Logger;
  extraScreenOffers: ExtraScreenOffers;
}

/** Subscriptions as their payer sees them, with a payment that waits for them. */
export function createSubscriptionLoader({ db, cards, log, extraScreenOffers }: Deps) {
  const readOpenIntent = async (row: SubscriptionRow): Promise<BankPaymentIntent | null> => {
    if (row.open_intent_id === null || row.bank !== cards.name) return null;
    try {
      return await cards.readPaymentIntent(row.open_intent_id);
    } catch (error) {
      if (!(error instanceof BankUnavailableError)) throw error;
      log.warn({ err: error }, 'an open payment could not be read');
      return null;
    }
  };

  const findOpenPayment = async (intent: BankPaymentIntent | null): Promise<Subscription['openPayment']> => {
    if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') return null;
    const orderId = await findOrderIdByPaymentIntent(db, cards.name, intent.id);
    if (orderId === undefined) return null;
    return {
      orderId,
      paymentIntentId: intent.id,
      clientSecret: intent.clientSecret,
      amount: intent.amount,
      needsConfirmation: intent.status === 'requires_action',
    };
  };

  const presentWithPayment = async (row: SubscriptionRow, intent: BankPaymentIntent | null): Promise<Subscription> =>
    presentSubscription(row, {
      sale: row.price_id === null ? undefined : await findPrice(db, row.price_id),
      openPayment: await findOpenPayment(intent),
      offer: await extraScreenOffers.find(row),
    });

  return {
    /** Returns the current state of a subscription. NOT_FOUND. */
    async loadById(id: string): Promise<Subscription> {
      const row = await findSubscription(db, id);
      if (!row) throw new AppError('NOT_FOUND');
      return presentWithPayment(row, await readOpenIntent(row));
    },

    /** Result of a subscribe request: the subscription, its latest order and the payment action still required. CARD_REFUSED when another card is needed. */
    async loadPurchaseResult(
      id: string,
      { orderIds, latest }: { orderIds: Map<string, string>; latest: string | undefined },
    ): Promise<Subscribed> {
      const row = await findSubscription(db, id);
      const orderId = orderIds.get(latest ?? '') ?? [...orderIds.values()].at(-1);
      if (!row || orderId === undefined) throw new AppError('NOT_FOUND');
      const intent = await readOpenIntent(row);
      const subscription = await presentWithPayment(row, intent);
      if (intent?.status === 'requires_action')
        return {
          subscription,
          orderId,
          payment: { status: 'requires_action', paymentIntentId: intent.id, clientSecret: intent.clientSecret },
        };
      if (intent?.status === 'processing')
        return { subscription, orderId, payment: { status: 'processing', paymentIntentId: intent.id, clientSecret: null } };
      if (row.state === 'incomplete') throw new AppError('CARD_REFUSED', intent?.lastError?.message);
      return { subscription, orderId, payment: { status: 'succeeded', paymentIntentId: null, clientSecret: null } };
    },
  };
}

export type SubscriptionLoader = ReturnType<typeof createSubscriptionLoader>;
