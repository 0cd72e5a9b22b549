export { type OrdersApi, ordersModule } from './module.ts';
export { listMatchingOrders } from './order-lists.read-model.ts';
export { toCents, toDollars } from './ordering.rules.ts';
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
