export { type OrdersFace, ordersModule } from './module.ts';
export { listMatching as listMatchingOrders } from './order-lists.read-model.ts';
export { centsOf, dollarsOf } from './ordering.rules.ts';
export { orderClosed } from './orders.events.ts';
export {
  type OrderDetails,
  type OrderKind,
  type OrderOf,
  orderKinds,
  type SubscriptionControl,
  subscriptionControl,
  subscriptionTruth,
} from './orders.ports.ts';
