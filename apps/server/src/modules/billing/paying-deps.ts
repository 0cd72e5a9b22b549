import type { Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OrdersFace } from '../orders/index.ts';
import type { BankCustomers } from '../payments/index.ts';
import type { BankPrices } from './bank-prices.ts';
import type { Hold } from './holds.ts';
import type { Truth } from './truth.ts';
import type { Viewing } from './viewing.ts';

/** What a click needs that moves money. */
export interface PayingDeps {
  db: Database;
  cards: Cards;
  clock: Clock;
  customers: BankCustomers;
  orders: OrdersFace;
  prices: BankPrices;
  held: Hold;
  truth: Truth;
  viewing: Viewing;
}
