import { interval, planType, type Subscription, subscriptionState } from '@vitrine/contract';
import type { PlanPriceRow } from '../plans/index.ts';
import type { ExtraScreensOffer } from './extra-screen-offers.service.ts';
import type { SubscriptionRow } from './subscriptions.store.ts';

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

interface SubscriptionContext {
  /** Missing for a plan that was given and has no price. */
  sale: PlanPriceRow | undefined;
  openPayment: Subscription['openPayment'];
  offer: ExtraScreensOffer;
}

/** The card provider's record, in its spelling. */
export function presentSubscription(row: SubscriptionRow, { sale, openPayment, offer }: SubscriptionContext): Subscription {
  const state = subscriptionState.parse(row.state);
  const isByCard = row.source === 'card';
  const priced = {
    nickname: row.plan_name,
    interval: interval.parse(sale?.interval ?? 'month'),
    amount: isByCard ? (sale?.amount_cents ?? 0) : 0,
  };
  const metadata = { devices: String(sale?.devices ?? 0), storage: String(sale?.storage_bytes ?? 0), user: String(sale?.users ?? 1) };
  return {
    id: row.id,
    status: state === 'cancelled' || state === 'expired' || state === 'incomplete' || !isByCard ? 'canceled' : 'active',
    current_period_start: seconds(row.period_start),
    current_period_end: seconds(state === 'expired' ? (row.ended_at ?? row.period_end) : row.period_end),
    plan: priced,
    items: { data: [{ plan: { id: row.price_id ?? row.id, ...priced }, quantity: 1, metadata }] },
    state,
    source: isByCard ? 'card' : 'given',
    planId: sale?.plan_id ?? null,
    priceId: row.price_id,
    planType: planType.parse(sale?.plan_type ?? 'other'),
    card:
      row.card_brand !== null && row.card_last4 !== null && row.card_exp_month !== null && row.card_exp_year !== null
        ? { brand: row.card_brand, last4: row.card_last4, expMonth: row.card_exp_month, expYear: row.card_exp_year }
        : null,
    nextAttempt: row.next_attempt_at === null ? null : seconds(row.next_attempt_at),
    openPayment,
    extraScreens: { quantity: row.extra_screens, amount: isByCard ? (offer.sale?.extra_screen_cents ?? null) : null },
    abilities: {
      cancel: isByCard && (state === 'trial' || state === 'active' || state === 'pastDue'),
      resume: isByCard && state === 'cancelled',
      change: isByCard && (state === 'trial' || state === 'active'),
      changeCard: isByCard && (state === 'trial' || state === 'active' || state === 'pastDue' || state === 'cancelled'),
      buyExtraScreens: offer.obstacle === undefined,
      changeExtraScreens: offer.obstacle === undefined || (isByCard && state === 'active' && row.extra_screens > 0),
    },
  };
}
