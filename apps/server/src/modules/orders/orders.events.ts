import type { CreateOrder, Order } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';
import type { Person } from '../access/index.ts';
import type { NewLine } from './orders.store.ts';

/** Asks the bank again about a subscription, whose invoices pay orders, and applies what it says. */
export const syncSubscriptionFromBank = definePort<(subscriptionId: string) => Promise<void>>('subscription truth');

/** The port through which refunds act on the subscription that an order paid for. */
export interface SubscriptionControl {
  /** Runs `work` while no other call moves money of the subscription. PAYMENT_BUSY when another call doesn't finish. */
  held<Answer>(subscriptionId: string, work: () => Promise<Answer>): Promise<Answer>;
  /** Returns true while the subscription runs, also when it is cancelled to the end of its period. */
  isRunning(db: Db, subscriptionId: string): Promise<boolean>;
  /** Ends the subscription at the bank and here. Does nothing when it has ended. */
  end(subscriptionId: string, when: 'periodEnd' | 'now'): Promise<void>;
}
export const subscriptionControl = definePort<SubscriptionControl>('subscription control');

/** What is about to be ordered, checked and reckoned, and held until the transaction ends. Whole cents. */
export interface PreparedOrder {
  description: string;
  quantity: number;
  lines: NewLine[];
  shipping: number;
  tax: number;
  /** Keeps what only this type has, once the order has its row. */
  record(tx: Tx, orderId: string): Promise<void>;
}

/** What of an order's page differs by its type. */
export type OrderDetails = Partial<Pick<Order, 'poster' | 'orientationId' | 'sizeId' | 'paperStockId' | 'laminationId' | 'items'>>;
export type OrderableType = CreateOrder['orderType'];
export type CreateOrderOfType<Type extends OrderableType> = Extract<CreateOrder, { orderType: Type }>;

/** What can be ordered beside subscriptions: each type is a module's own. */
export interface OrderTypeHandler {
  type: OrderableType;
  /** Of its own type alone: an implementation takes `OrderOf<its type>`. Refuses what cannot be sold to the buyer now; every price is the one of this moment. */
  prepareOrder(tx: Tx, buyer: Person, wanted: CreateOrder): Promise<PreparedOrder>;
  listOrderDetails(db: Db, orderIds: string[]): Promise<Map<string, OrderDetails>>;
}

export const orderTypeHandlers = definePort<OrderTypeHandler>('order kinds');

/** An order that nobody paid can be paid no more: what it kept goes. */
export const orderClosed = defineEvent<{ orderId: string }>('orders.closed');
