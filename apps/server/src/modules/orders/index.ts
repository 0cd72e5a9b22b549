export { type OrdersApi, ordersModule } from './module.ts';
export { toCents, toDollars } from './order-amounts.rules.ts';
export { listMatchingOrders } from './order-list.read-model.ts';
export { orderClosed } from './orders.events.ts';
export {
  type CreateOrderOfType,
  type OrderDetails,
  type OrderTypeHandler,
  orderTypeHandlers,
  type SubscriptionControl,
  subscriptionControl,
  syncSubscriptionFromBank,
} from './orders.ports.ts';
