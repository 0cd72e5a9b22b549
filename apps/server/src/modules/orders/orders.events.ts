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

/** The ordered object, validated, priced, and locked until the transaction ends. Amounts are in whole cents. */
export interface PreparedOrder {
  description: string;
  quantity: number;
  lines: NewLine[];
  shipping: number;
  tax: number;
  /** Keeps what only this type has, once the order has its row. */
  record(tx: Tx, orderId: string): Promise<void>;
}

/** Parts of an order's page that depend on its type. */
export type OrderDetails = Partial<Pick<Order, 'poster' | 'orientationId' | 'sizeId' | 'paperStockId' | 'laminationId' | 'items'>>;
export type OrderableType = CreateOrder['orderType'];
export type CreateOrderOfType<Type extends OrderableType> = Extract<CreateOrder, { orderType: Type }>;

/** Kinds of orders in addition to subscriptions, each implemented by a module. */
export interface OrderTypeHandler {
  type: OrderableType;
  /**
   * Called with orders of its type only: an implementation takes `OrderOf<its type>`. Refuses what cannot be sold to the buyer now; all prices are
   * current.
   */
  prepareOrder(tx: Tx, buyer: Person, wanted: CreateOrder): Promise<PreparedOrder>;
  listOrderDetails(db: Db, orderIds: string[]): Promise<Map<string, OrderDetails>>;
}

export const orderTypeHandlers = definePort<OrderTypeHandler>('order kinds');

/** The bank confirmed the payment of an order. */
export const orderPaid = defineEvent<{ orderId: string }>('orders.paid');

/** Money or credit of an order was given back. */
export const orderRefunded = defineEvent<{ orderId: string }>('orders.refunded');

/** An unpaid order can no longer be paid; what was stored for it is deleted. */
export const orderClosed = defineEvent<{ orderId: string }>('orders.closed');
