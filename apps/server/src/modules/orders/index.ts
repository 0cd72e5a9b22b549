export { type OrdersFace, ordersModule } from './module.ts';
export { centsOf } from './ordering.rules.ts';
export { type OrderDetails, type OrderKind, type OrderOf, orderKinds, subscriptionTruth } from './orders.ports.ts';
