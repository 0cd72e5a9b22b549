export { type OrdersApi, ordersModule } from './module.ts';
export { toCents, toDollars } from './order-amounts.rules.ts';
export { listMatchingOrders } from './order-list.read-model.ts';
export {
  type CreateOrderOfType,
  type OrderDetails,
  type OrderTypeHandler,
  orderClosed,
  orderPaid,
  orderRefunded,
  orderTypeHandlers,
  type SubscriptionControl,
  subscriptionControl,
  syncSubscriptionFromBank,
} from './orders.events.ts';
