import { subscriptionState } from '@vitrine/contract';
import type { Cards } from '../../platform/cards/cards.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { SubscriptionControl } from '../orders/index.ts';
import type { BankSync } from './bank-sync.service.ts';
import type { SubscriptionLease } from './subscription-lease.store.ts';
import { isRunning } from './subscription-transitions.rules.ts';
import { findSubscription } from './subscriptions.store.ts';

interface Deps {
  db: Database;
  cards: Cards;
  withLease: SubscriptionLease;
  bankSync: BankSync;
}

/** The actions of a refund on the subscription that the order paid for. */
export function createSubscriptionControl({ db, cards, withLease, bankSync }: Deps): SubscriptionControl {
  return {
    held: withLease,

    async isRunning(reader: Db, id) {
      const row = await findSubscription(reader, id);
      return row?.bank === cards.name && row.bank_id !== null && isRunning(subscriptionState.parse(row.state));
    },

    async end(id, when) {
      const row = await findSubscription(db, id);
      if (!row || row.bank !== cards.name || row.bank_id === null) return;
      const { endedAt } = await cards.readSubscription(row.bank_id);
      if (endedAt === null && when === 'now') await cards.endSubscription(row.bank_id);
      if (endedAt === null && when === 'periodEnd') await cards.setCancelAtPeriodEnd(row.bank_id, true);
      await bankSync.syncSubscription(id);
    },
  };
}
