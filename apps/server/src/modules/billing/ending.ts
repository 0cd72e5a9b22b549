import { subscriptionState } from '@vitrine/contract';
import type { Cards } from '../../platform/cards/cards.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import type { SubscriptionControl } from '../orders/index.ts';
import type { Hold } from './holds.ts';
import { findSubscription } from './subscriptions.store.ts';
import { isRunning } from './transitions.rules.ts';
import type { Truth } from './truth.ts';

interface Deps {
  db: Database;
  cards: Cards;
  held: Hold;
  truth: Truth;
}

/** The actions of a refund on the subscription that the order paid for. */
export function createSubscriptionControl({ db, cards, held, truth }: Deps): SubscriptionControl {
  return {
    held,

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
      await truth.hearOf(id);
    },
  };
}
