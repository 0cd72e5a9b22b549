import { type CreditBalance, interval, type Subscription, type SubscriptionSummary, type UpcomingCharges } from '@vitrine/contract';
import type { Cards } from '../../platform/cards/cards.ts';
import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { type BankCustomersService, translateBankErrors } from '../payments/index.ts';
import { findPrice } from '../plans/index.ts';
import type { ExtraScreenOffers } from './extra-screen-offers.service.ts';
import { getPeriodAmount } from './extra-screens.rules.ts';
import { getPlanEnd } from './plan-end.rules.ts';
import type { SubscriptionLoader } from './subscription-loader.service.ts';
import { findNewest, findRunningByCard, listRunning } from './subscriptions.store.ts';
import { upcomingChargesOf } from './upcoming.rules.ts';

type Deps = Pick<Platform, 'db'> & {
  cards: Cards;
  customers: BankCustomersService;
  entitlements: EntitlementsService;
  loader: SubscriptionLoader;
  extraScreenOffers: ExtraScreenOffers;
};

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** The plan and the credit of an account. */
export function createSubscriptionsService({ db, cards, customers, entitlements, loader, extraScreenOffers }: Deps) {
  const readUpcoming = async (userId: string, credit: number): Promise<UpcomingCharges | null> => {
    const running = await findRunningByCard(db, userId);
    if (!running || running.price_id === null || (running.state !== 'active' && running.state !== 'trial')) return null;
    const sale = await findPrice(db, running.price_id);
    if (!sale) return null;
    const nextAt = seconds(running.period_end);
    // A trial's length says nothing about the day that renewals keep.
    const periodStart = running.state === 'trial' ? nextAt : seconds(running.period_start);
    const amount = getPeriodAmount(sale, await extraScreenOffers.findCurrent(db, running));
    return upcomingChargesOf({ credit, amount, interval: interval.parse(sale.interval), periodStart, nextAt });
  };

  return {
    /** NOT_FOUND. */
    async read(actor: Person, subscriptionId: string): Promise<Subscription> {
      await authorize(db, actor, 'subscription.read', [subscriptionId]);
      return loader.loadById(subscriptionId);
    },

    /** Returns the credit of an account as the bank says it. NOT_FOUND, BANK_AWAY. */
    async readCredit(actor: Person, userId: string): Promise<CreditBalance> {
      await authorize(db, actor, 'accountCredit.read', [userId]);
      const customerId = await customers.find(userId);
      const credit = customerId === undefined ? 0 : await translateBankErrors(cards.readCredit(customerId));
      return { credit, currency: 'usd', upcoming: await readUpcoming(userId, credit) };
    },

    /** The plan of an account, and what of it is used; null for one that has none. NOT_FOUND. */
    async summary(actor: Person, userId: string): Promise<SubscriptionSummary | null> {
      await authorize(db, actor, 'account.read', [userId]);
      const plan = await entitlements.find(db, userId);
      const [newest, paid] = [await findNewest(db, userId), await findRunningByCard(db, userId)];
      if (!plan) return null;
      const countUsed = async (kind: 'devices' | 'playlists' | 'albums' | 'sharingGroups') => ({
        used: await entitlements.count(db, userId, kind),
        allowed: plan[kind],
      });
      return {
        planName: plan.planName,
        status: plan.hasEnded ? 'expired' : 'active',
        isTrial: plan.isTrial,
        endDate: getPlanEnd(plan, await listRunning(db, userId)).toISOString(),
        users: plan.users,
        devices: await countUsed('devices'),
        extraScreens: {
          quantity: paid?.extra_screens ?? 0,
          canBuy: paid !== undefined && (await extraScreenOffers.find(paid)).obstacle === undefined,
        },
        playlists: await countUsed('playlists'),
        albums: await countUsed('albums'),
        sharingGroups: await countUsed('sharingGroups'),
        subscriptionId: newest?.id ?? null,
      };
    },
  };
}

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;
