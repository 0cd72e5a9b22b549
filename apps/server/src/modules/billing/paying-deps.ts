import type { Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { OrdersApi } from '../orders/index.ts';
import type { BankCustomersService } from '../payments/index.ts';
import type { BankPricesService } from './bank-prices.service.ts';
import type { BankSync } from './bank-sync.service.ts';
import type { SubscriptionLease } from './holds.ts';
import type { SubscriptionLoader } from './subscription-loader.service.ts';

/** What a click needs that moves money. */
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
